import type { DeskRequest } from './requests.ts';

/**
 * Prompts held out from the writing of the descriptions: three for each tool, six that need none.
 * They were written and committed before any description existed, and no description is tuned on them.
 */
export const heldOut: readonly DeskRequest[] = [
  ask(
    'news-h1',
    'Did you get any further with the problem I told you about last week?',
    'get_case',
  ),
  ask('news-h2', 'How far along is CS-2210?', 'get_case'),
  ask('news-h3', 'I never heard back about my broken headset, is it being dealt with?', 'get_case'),
  ask('broken-h1', 'My mouse stopped working.', 'create_case'),
  ask('broken-h2', 'There is no sound in my video calls.', 'create_case'),
  ask('broken-h3', 'Excel freezes every time I save a file.', 'create_case'),
  ask(
    'addition-h1',
    'One more thing about CS-1893: the noise only comes when it is warm.',
    'update_case',
  ),
  ask(
    'addition-h2',
    'Please add this picture of the damage to what I already sent you.',
    'update_case',
  ),
  ask(
    'addition-h3',
    'I told you the wrong room number earlier, it is 4.12, not 4.21.',
    'update_case',
  ),
  ask('done-h1', 'All good now, the problem I told you about has gone away.', 'close_case'),
  ask('done-h2', "Please cancel CS-2054, I don't need it any more.", 'close_case'),
  ask('done-h3', 'You fixed it, thanks, that one is done.', 'close_case'),
  ask('angry-h1', 'Nobody answers me, please get your manager involved.', 'escalate_case'),
  ask(
    'angry-h2',
    'This is the third time I ask, I want to make a formal complaint.',
    'escalate_case',
  ),
  ask(
    'angry-h3',
    'CS-1893 has become an emergency, customers are waiting, please push it to the top.',
    'escalate_case',
  ),
  ask('howto-h1', 'How can I make a signature for my emails?', 'search_articles'),
  ask('howto-h2', 'Where can I read about setting up two-step login?', 'search_articles'),
  ask('howto-h3', 'Explain to me how to scan a page to PDF.', 'search_articles'),
  ask('outage-h1', 'Does anyone else have trouble with Teams today?', 'get_status'),
  ask('outage-h2', 'Is the file server having an outage?', 'get_status'),
  ask('outage-h3', 'Is there maintenance on the payroll site this weekend?', 'get_status'),
  ask('locked-h1', "It says my password has expired, and I can't get in.", 'reset_account'),
  ask('locked-h2', 'My account is blocked after too many attempts.', 'reset_account'),
  ask(
    'locked-h3',
    "Please send me a new code to sign in, mine doesn't work any more.",
    'reset_account',
  ),
  ask(
    'rights-h1',
    'I just joined marketing and need permission for their shared drive.',
    'grant_access',
  ),
  ask('rights-h2', 'Could I get the Visio program for my project?', 'grant_access'),
  ask('rights-h3', 'My intern should be allowed to read the customer database.', 'grant_access'),
  ask('things-h1', 'I would like a second monitor for my desk.', 'order_item'),
  ask('things-h2', 'Please send me a new charger, mine is lost.', 'order_item'),
  ask('things-h3', 'We need three headsets for the call team.', 'order_item'),
  ask('visit-h1', 'Could an engineer ring me tomorrow at ten?', 'schedule_visit'),
  ask(
    'visit-h2',
    'When does someone have time to look at my docking station in person?',
    'schedule_visit',
  ),
  ask('visit-h3', 'Please move my appointment with the technician to Friday.', 'schedule_visit'),
  ask('machine-h1', 'Which serial number does my work phone have?', 'get_device'),
  ask('machine-h2', 'When am I due for a replacement computer?', 'get_device'),
  ask('machine-h3', 'How much memory does my machine have?', 'get_device'),
  ask('none-h1', 'Have a nice weekend!', null),
  ask('none-h2', 'What is the weather like in Lisbon?', null),
  ask('none-h3', 'How many planets are there?', null),
  ask('none-h4', 'Do you like music?', null),
  ask('none-h5', 'Recommend me a film for tonight.', null),
  ask('none-h6', "Can you translate 'good night' into French?", null),
];

function ask(id: string, text: string, tool: string | null): DeskRequest {
  return { id, text, tool };
}
