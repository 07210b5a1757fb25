import { defineConfig } from 'toolrig';

// `toolrig run suites/orders --gate` holds a run against these, and against the accepted state in reports/baseline.
export default defineConfig({
  gates: [
    { suite: 'orders', metric: 'effects.double', max: 0 },
    { suite: 'orders', metric: 'task.success', margin: 0.05 },
    { suite: 'orders', metric: 'termination.clean', margin: 0.05 },
    { suite: 'support-desk', metric: 'selection.f1', margin: 0.05 },
  ],
});
