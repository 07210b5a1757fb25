import { type Limits, setLimits } from '../limit/limits.ts';

/** Sets limits until the scope ends: `using _ = useLimits({ inputBytes: 100 })`. */
export function useLimits(limits: Limits): Disposable {
  setLimits(limits);
  return {
    [Symbol.dispose]: () => {
      setLimits({});
    },
  };
}
