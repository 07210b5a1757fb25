import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { TrialClock } from '../../core/trial/clock.ts';
import { VirtualClock } from './virtual-clock.ts';
import { LiveClock, RealClock } from './live-clock.ts';

describe.each<[string, () => TrialClock]>([
  ['virtual', () => new VirtualClock()],
  ['live', () => new LiveClock(new RealClock())],
])('a clock that is %s', (_, createClock) => {
  it('wakes sleepers in the order of their times, and drains when the last one is up', async () => {
    const clock = createClock();
    const woken: number[] = [];
    for (const ms of [30, 10, 20]) void clock.sleep(ms).then(() => woken.push(ms));
    await clock.drain();
    expect(woken).toEqual([10, 20, 30]);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(29);
    expect(clock.isStopped).toBe(false);
  });

  it('wakes a sleeper at once when its signal aborts', async () => {
    const clock = createClock();
    const stop = new AbortController();
    const slept = clock.sleep(60_000, stop.signal);
    stop.abort();
    await slept;
    await clock.drain();
    expect(clock.nowMs()).toBeLessThan(1_000);
  });

  it('wakes no sleeper once it is stopped, and still drains', async () => {
    const clock = createClock();
    const woken: string[] = [];
    void clock.sleep(5).then(() => woken.push('before'));
    clock.stop();
    void clock.sleep(1).then(() => woken.push('after'));
    void clock.sleep(1, AbortSignal.abort()).then(() => woken.push('given up'));
    await clock.drain();
    await delay(20);
    expect(woken).toEqual([]);
    expect(clock.isStopped).toBe(true);
  });
});

it('a drain that would never end stops the virtual clock', async () => {
  const clock = new VirtualClock();
  let wakes = 0;
  void (async () => {
    for (;;) {
      await clock.sleep(1000);
      wakes += 1;
    }
  })();
  await clock.drain();
  expect(clock.isStopped).toBe(true);
  expect(wakes).toBe(10_000);
});

describe('a live clock', () => {
  it('jumps over a sleep and counts what is held as it passes', async () => {
    const wall = new VirtualClock();
    const clock = new LiveClock(wall);
    await clock.sleep(60_000);
    expect(wall.nowMs()).toBe(0);
    await clock.hold(() => wall.sleep(250));
    await Promise.all([1, 2].map(() => clock.hold(() => wall.sleep(100))));
    expect(clock.nowMs()).toBe(60_350);
  });

  it('shows the time that passes while something is held', async () => {
    const wall = new VirtualClock();
    const clock = new LiveClock(wall);
    const seen: number[] = [];
    await clock.hold(async () => {
      await wall.sleep(40);
      seen.push(clock.nowMs());
    });
    expect(seen).toEqual([40]);
  });

  it('waits out what a provider asked for', async () => {
    const wall = new VirtualClock();
    const clock = new LiveClock(wall);
    clock.oweWait(true);
    await clock.sleep(2_000);
    expect([wall.nowMs(), clock.nowMs()]).toEqual([2_000, 2_000]);
    clock.oweWait(false);
    await clock.sleep(30_000);
    expect([wall.nowMs(), clock.nowMs()]).toEqual([2_000, 32_000]);
  });
});
