// lazyPart: a component that is loaded when it is first shown, with a placeholder until then.
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: components of any props
type Component = ComponentType<any>;

/** `name` is the export of the module. */
export function lazyPart<N extends string, C extends Component>(
  load: () => Promise<Record<N, C>>,
  name: N,
  fallback?: ReactNode,
): ComponentType<ComponentProps<C>> {
  const Part: Component = lazy(async () => ({ default: (await load())[name] }));
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
