import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site before it is rendered. */
export interface SitePage {
  /** Path of the Markdown in the repository; generated pages have one too, so that links to them resolve the same way. */
  readonly source: string;
  readonly markdown: string;
  readonly group: 'Start' | 'Guide' | 'Reference' | 'Project';
}

const guide = [
  'first-suite',
  'own-agent',
  'recordings',
  'faults',
  'comparing',
  'reading-a-report',
  'ci',
];
const project = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'harness/README.md'];

/** All Markdown pages of the repository that a user reads, in the order of the navigation. */
export function listPages(root: string): readonly SitePage[] {
  const read = (group: SitePage['group']) => (source: string) => ({
    source,
    group,
    markdown: readFileSync(join(root, source), 'utf8'),
  });
  const guides = readdirSync(join(root, 'harness/guide'));
  const inOrder = guide.map((name) => `${name}.md`).filter((name) => guides.includes(name));
  const others = guides
    .filter((name) => name !== 'README.md' && !inOrder.includes(name))
    .toSorted();
  return [
    ...['README.md', 'suites/tutorial/README.md'].map(read('Start')),
    ...[...inOrder, ...others].map((name) => `harness/guide/${name}`).map(read('Guide')),
    ...['harness/guide/README.md', ...listReadmes(root, 'harness'), ...listReadmes(root, 'suites')]
      .filter((source) => source !== 'suites/tutorial/README.md')
      .map(read('Reference')),
    ...project.map(read('Project')),
  ];
}

/** README files below a folder, apart from the map of the code and the guide's own. */
function listReadmes(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('/README.md') && !path.includes('/node_modules/'))
    .filter((path) => path !== 'harness/README.md' && path !== 'harness/guide/README.md')
    .toSorted();
}
