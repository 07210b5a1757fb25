import type { ToolName } from './parameters.ts';

/** A description taken apart. */
interface Description {
  readonly what: string;
  readonly when: string;
  readonly not: string;
  readonly returns: string;
}

/** A part of a description that can be left out; `examples` are the user's words inside of `when`. */
export type DescriptionPart = keyof Description | 'examples';

const parts: Readonly<Record<ToolName, Description>> = {
  get_case: {
    what: 'Reads a problem report that the user made earlier: its progress, who works on it and the latest answer.',
    when: 'the user asks for news about something already reported: "Is there any news about my report?", "Is somebody working on my problem?", "When will my problem be solved?"',
    not: 'a new problem (create_case) or the state of a service for everybody (get_status)',
    returns: 'state, owner, last note and due date of one case',
  },
  create_case: {
    what: 'Reports a new problem: something is broken, crashes, is noisy, slow or does not work.',
    when: 'the user tells of a fault for the first time: "My computer does not start", "The program keeps crashing", "The printer is jammed"',
    not: 'a problem that was reported before (update_case) or a question how something is done (search_articles)',
    returns: 'the number of the new case',
  },
  update_case: {
    what: 'Adds a detail, a correction or a file to a problem report that the user made earlier.',
    when: 'the user has more to say about it: "I forgot to mention something", "Please add this to my report", "Here is the information you asked for"',
    not: 'asking for news (get_case) or saying that it is over (close_case)',
    returns: 'the number of notes in the case',
  },
  close_case: {
    what: 'Closes a problem report because it is solved or no longer needed.',
    when: 'the user says that it is over: "It works again", "The problem is solved", "Never mind, I found it out myself"',
    not: 'adding facts to an open case (update_case)',
    returns: 'the state of the case, which is then closed',
  },
  escalate_case: {
    what: 'Hands a case to a manager because it is very urgent or the user is angry about the wait.',
    when: 'the user complains about the service or cannot wait: "I want to speak to a manager", "I have been waiting far too long", "This is urgent and cannot wait"',
    not: 'a friendly question for news (get_case)',
    returns: 'the manager and the time of the answer',
  },
  search_articles: {
    what: 'Finds instructions and guides on how to do something yourself.',
    when: 'the user wants to learn how something is done: "How do I set up my email?", "Is there a guide for this program?", "What are the steps to change a setting?"',
    not: 'something that is broken (create_case)',
    returns: 'up to five articles with title and link',
  },
  get_status: {
    what: 'Tells whether a service such as email, network or a website is down or under maintenance for everybody.',
    when: 'the user asks about an outage: "Is the network down?", "Do others have this problem too?", "When will the website work again?"',
    not: 'a fault of one single device (create_case)',
    returns: 'state of the service, since when, and when it is expected back',
  },
  reset_account: {
    what: 'Unlocks an account or sends a new password so that the user can log in again.',
    when: 'the user cannot sign in: "I forgot my password", "My account is locked", "I cannot log in"',
    not: 'permission to a folder or program that the user never had (grant_access)',
    returns: 'how the new password is sent',
  },
  grant_access: {
    what: 'Gives a person permission to a folder, a database or a system, or a licence for a program.',
    when: 'somebody needs to get in where they were never allowed: "I need access to the shared folder", "Can my colleague get into this system as well?", "I need a licence for this software"',
    not: 'a forgotten password (reset_account) or things one can touch (order_item)',
    returns: 'the state of the approval',
  },
  order_item: {
    what: 'Orders new equipment: a laptop, screen, keyboard, phone or cable.',
    when: 'the user wants to be given a thing: "I need a new laptop", "Can I have another keyboard?", "Please order a phone for our new employee"',
    not: 'repairs (create_case) or software (grant_access)',
    returns: 'the order number and the day of delivery',
  },
  schedule_visit: {
    what: 'Books or moves an appointment with a technician, at the desk or by telephone.',
    when: 'the user wants a person at a certain time: "Can someone come to my office tomorrow?", "I want to make an appointment", "What time can the technician come?"',
    not: 'asking how far a case is (get_case)',
    returns: 'day, time and name of the technician',
  },
  get_device: {
    what: 'Looks up facts about the computer or phone that the user has: model, age, serial number, warranty.',
    when: 'the user asks about their own device: "What kind of computer do I have?", "How old is my phone?", "Is my computer still under warranty?"',
    not: 'getting a new one (order_item)',
    returns: 'model, serial number, age in months and end of warranty',
  },
};

/**
 * `desk@2`: what the tool does, when (in the user's words), when not and which tool instead,
 * and what it returns.
 */
export const descriptions2 = describeWithout(null);

/** The descriptions of `desk@2` without one of their parts; `null`: whole. */
export function describeWithout(part: DescriptionPart | null): Readonly<Record<ToolName, string>> {
  return {
    get_case: describe(parts.get_case, part),
    create_case: describe(parts.create_case, part),
    update_case: describe(parts.update_case, part),
    close_case: describe(parts.close_case, part),
    escalate_case: describe(parts.escalate_case, part),
    search_articles: describe(parts.search_articles, part),
    get_status: describe(parts.get_status, part),
    reset_account: describe(parts.reset_account, part),
    grant_access: describe(parts.grant_access, part),
    order_item: describe(parts.order_item, part),
    schedule_visit: describe(parts.schedule_visit, part),
    get_device: describe(parts.get_device, part),
  };
}

function describe(
  { what, when, not, returns }: Description,
  without: DescriptionPart | null,
): string {
  const said = without === 'examples' ? when.replace(/: ".*$/u, '') : when;
  const sentences = toSentences({ what, when: said, not, returns });
  const kept = (['what', 'when', 'not', 'returns'] as const).filter((part) => part !== without);
  return kept.map((part) => sentences[part]).join(' ');
}

/** The sentences of each part of the descriptions of `desk@2`. */
export function listSentences(tool: ToolName): Readonly<Record<keyof Description, string>> {
  return toSentences(parts[tool]);
}

function toSentences({ what, when, not, returns }: Description): Description {
  return {
    what,
    when: `Use when ${when}.`,
    not: `Not for ${not}.`,
    returns: `Returns ${returns}.`,
  };
}
