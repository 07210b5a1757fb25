import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Baseline } from './baseline.ts';

/** A baseline as JSON text that diffs well: a line for each variant, tool and trial. */
export function writeBaseline(baseline: Baseline): string {
  const { variants, toolsets, trials, ...head } = baseline;
  const parts = [
    ...Object.entries(head).map(([key, value]) => `"${key}": ${toCanonicalJson(value)}`),
    `"variants": {${toLines(toEntries(variants), '    ')}\n  }`,
    `"toolsets": {${toLines(
      Object.entries(toolsets).map(
        ([id, tools]) =>
          `${JSON.stringify(id)}: [${toLines(tools.map(toCanonicalJson), '      ')}\n    ]`,
      ),
      '    ',
    )}\n  }`,
    `"trials": [${toLines(trials.map(toCanonicalJson), '    ')}\n  ]`,
  ];
  return `{\n  ${parts.join(',\n  ')}\n}\n`;
}

function toEntries(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).map(
    ([key, value]) => `${JSON.stringify(key)}: ${toCanonicalJson(value)}`,
  );
}

function toLines(items: readonly string[], indent: string): string {
  return items.map((item) => `\n${indent}${item}`).join(',');
}
