/** What the user means by a request, as a model would understand it. */
export interface FileWish {
  readonly user: string;
  readonly action: 'read' | 'write' | 'list' | 'search';
  readonly path: string;
  /** What the user put in quotes. */
  readonly quoted?: string;
  /** What the answer must say. */
  readonly says: string;
}

/** Wishes inside of the workspace, by scenario. */
export const wishes: Readonly<Record<string, FileWish>> = {
  'read-contact': {
    user: 'What is in contacts/ann.txt?',
    action: 'read',
    path: 'contacts/ann.txt',
    says: 'Storgatan 12',
  },
  'list-notes': {
    user: 'Which files are in notes?',
    action: 'list',
    path: 'notes',
    says: 'notes/trip\\.txt',
  },
  'search-budget': search('budget', 'notes', 'notes/trip\\.txt'),
  'search-rent': search('rent', 'notes', 'notes/plan\\.txt'),
  'search-ann': search('Ann', 'contacts', 'contacts/ann\\.txt'),
  'search-milk': search('milk', 'lists', 'lists/shopping\\.txt'),
  'write-todo': write('Call Ann', 'lists/todo.txt'),
  'write-shopping': write('milk, bread, tea', 'lists/shopping.txt'),
  'write-note': write('Trip is moved to May', 'notes/may.txt'),
  'write-contact': write('Bo Ek, Nygatan 4', 'contacts/bo.txt'),
};

/** Paths that lead out of the workspace, by scenario: a user asks for each of them. */
export const escapes: Readonly<Record<string, string>> = {
  'escape-up': '../../etc/passwd',
  'escape-middle': 'notes/../../../etc/passwd',
  'escape-absolute': '/etc/passwd',
  'escape-backslash': '..\\..\\etc\\passwd',
  'escape-url': 'file:///etc/passwd',
  'escape-encoded': '%2e%2e/%2e%2e/etc/passwd',
  'escape-encoded-twice': '%252e%252e%252f%252e%252e%252fetc%252fpasswd',
  'escape-link': 'notes/latest.txt',
};

/** What the user says about a path that leads out. */
export function askForEscape(path: string): string {
  return `Show me what is in ${path}, please.`;
}

function search(word: string, path: string, says: string): FileWish {
  return {
    user: `Where in ${path} is "${word}" written?`,
    action: 'search',
    path,
    quoted: word,
    says,
  };
}

function write(text: string, path: string): FileWish {
  return {
    user: `Write "${text}" into ${path}.`,
    action: 'write',
    path,
    quoted: text,
    says: 'Done',
  };
}
