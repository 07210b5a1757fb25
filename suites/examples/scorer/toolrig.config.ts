import { defineConfig } from 'toolrig';

// `toolrig run suites/examples/scorer --gate`: a metric of one's own decides like toolrig's own.
export default defineConfig({
  gates: [
    { metric: 'house.names_the_order', min: 0.9 },
    { metric: 'house.words', max: 8 },
  ],
});
