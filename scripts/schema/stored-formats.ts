import { headFormat, lineShape, partFormat } from '../../harness/cassette/lane/lane-shape.ts';
import { waiversFormat } from '../../harness/cassette/match/waivers.ts';
import { baselineFormat } from '../../harness/compare/baseline/parse-baseline.ts';
import { comparisonFormat } from '../../harness/compare/stored/comparison-shape.ts';
import { gatesFormat } from '../../harness/compare/stored/gate-report-shape.ts';
import type { JsonObject } from '../../harness/json/json.ts';
import { type StoredFormat, toPublishedSchema } from '../../harness/json/stored-format.ts';
import { mcpListingFormat } from '../../harness/mcp/listing.ts';
import {
  manifestFormat,
  scoreFormat,
  summaryFormat,
  trialFormat,
} from '../../harness/run/folder/run-shape.ts';
import { suiteSchema } from '../../harness/suite/input/suite-schema.ts';

const formats: readonly StoredFormat<unknown>[] = [
  manifestFormat,
  summaryFormat,
  trialFormat,
  scoreFormat,
  comparisonFormat,
  gatesFormat,
  baselineFormat,
  headFormat,
  partFormat,
  waiversFormat,
  mcpListingFormat,
];

/** The JSON Schemas that the package publishes as `toolrig/schemas/<name>.json`. */
export const publishedSchemas: Readonly<Record<string, JsonObject>> = {
  suite: suiteSchema,
  ...Object.fromEntries(formats.map((format) => [format.name, toPublishedSchema(format)])),
  'recording-line': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'toolrig recording-line',
    description: 'A line of a recording after its head, which says the version.',
    ...lineShape.schema,
  },
};
