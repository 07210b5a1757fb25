import { countFindings, readToolSets } from './lint-figures/count-findings.ts';
import { measureMending } from './lint-figures/measure-mending.ts';

/**
 * Prints the figures of `harness/lint/figures.md`: what the rules find in tools that others wrote, and whether a mended
 * finding raises selection. Usage: `npm run lint:figures`. No network; the data of others is left out where it is absent.
 */

for (const { name, tools } of readToolSets()) {
  const { counts, withFinding } = countFindings(tools);
  console.log(
    `\n${name}: ${tools.length} tools, ${percent(withFinding / tools.length)} with a finding`,
  );
  console.log('\n| rule | severity | tools | share |\n| --- | --- | --- | --- |');
  for (const { rule, severity, found } of counts) {
    console.log(`| \`${rule}\` | ${severity} | ${found} | ${percent(found / tools.length)} |`);
  }
}

console.log('\n| mended | policy | prompts | before | after | difference (95 %) | p |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const { rules, policy, prompts, before, after, change } of await measureMending()) {
  const { difference, interval, p } = change;
  const spread = `${points(difference)} (${points(interval.lower)} to ${points(interval.upper)})`;
  console.log(
    `| ${rules.map((rule) => `\`${rule}\``).join(', ')} | ${policy} | ${prompts} | ${before} | ${after} | ${spread} | ${p.toFixed(4)} |`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function points(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)}`;
}
