// What the search box says while its address has to wait, counting the seconds.
import { useEffect, useReducer } from 'react';
import { Banner } from '../../kit/display/banner.tsx';

export default function Waiting({ until }: { until: number }) {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const timer = setInterval(redraw, 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return (
    <Banner tone="neutral" title="Too many searches within a minute">
      <span role="status">This one is made in {seconds} s by itself.</span> With a key there is no such wait.
    </Banner>
  );
}
