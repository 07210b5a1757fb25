import { resolve } from 'node:path';

import { writeSite } from './docs/write-site.ts';

// Usage: npm run docs [-- FOLDER]
// Makes a static site of the repository's own Markdown pages, the suite format and the metrics. Default: reports/docs.

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? resolve(root, 'reports/docs'));
const pages = await writeSite(root, folder);
console.log(`${pages} pages in ${folder}; open ${resolve(folder, 'index.html')}`);
