import { defineConfig } from 'toolrig';

// `toolrig run suites/tutorial --gate`: limits need no baseline.
export default defineConfig({
  gates: [
    { suite: 'tutorial', metric: 'task.success', min: 1 },
    { suite: 'tutorial', metric: 'effects.unconfirmed', max: 0 },
    { suite: 'tutorial', metric: 'effects.double', max: 0 },
  ],
});
