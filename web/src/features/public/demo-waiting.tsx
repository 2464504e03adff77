// Countdown shown while the live search is rate-limited.
import { useEffect, useReducer } from 'react';
import { Banner } from '../../kit/display/banner.tsx';

export default function DemoWaiting({ until }: { until: number }) {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const timer = setInterval(rerender, 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return (
    <Banner tone="neutral" title="Too many searches">
      <span role="status">Retrying in {seconds} s.</span> API keys don’t have this limit.
    </Banner>
  );
}
