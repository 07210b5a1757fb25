import { plainTable, rowConditions, sortKeys, type TableState } from '../route.ts';

/** What the controls of the form say. */
export function readForm(form: HTMLFormElement, confused: TableState['confused']): TableState {
  const data = new FormData(form);
  const only = data.getAll('only');
  const choice = (name: string): string | null => toText(data.get(name)) || null;
  return {
    search: toText(data.get('q')),
    only: rowConditions.filter((condition) => only.includes(condition)),
    variant: choice('variant'),
    tool: choice('tool'),
    fault: choice('fault'),
    tag: choice('tag'),
    metric: choice('metric'),
    confused,
    sort: sortKeys.find((key) => key === data.get('sort')) ?? plainTable.sort,
    columns: data.getAll('column').map(toText),
  };
}

/** Sets the controls to what a link says. The search is left alone while someone types in it. */
export function fillForm(form: HTMLFormElement, table: TableState): void {
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement) {
      control.value = toChoice(control.name, table);
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      const chosen: readonly string[] = control.name === 'only' ? table.only : table.columns;
      control.checked = chosen.includes(control.value);
    } else if (control instanceof HTMLInputElement && control.value !== table.search) {
      control.value = table.search;
    }
  }
}

function toChoice(name: string, table: TableState): string {
  switch (name) {
    case 'variant':
    case 'tool':
    case 'fault':
    case 'tag':
    case 'metric':
    case 'sort':
      return table[name] ?? '';
    default:
      return '';
  }
}

function toText(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
