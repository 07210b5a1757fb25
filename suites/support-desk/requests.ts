/** One thing a user asks of the support desk, and the one tool that serves it. */
export interface DeskRequest {
  /** Scenario id; the part before the dash-number names the kind of wish. */
  readonly id: string;
  /** The user's own words. */
  readonly text: string;
  /** The only right tool; `null` where no tool is needed. */
  readonly tool: string | null;
}

/** The prompts that the second descriptions may be tuned on: 30 with one right tool, 8 with none. */
export const requests: readonly DeskRequest[] = [
  ask('news-1', 'Has anyone looked at the thing I sent in on Monday?', 'get_case'),
  ask('news-2', 'Any news on CS-1042?', 'get_case'),
  ask('news-3', 'Who is working on my report and when will it be done?', 'get_case'),
  ask('broken-1', 'My screen keeps flickering since this morning.', 'create_case'),
  ask('broken-2', 'The printer on the second floor eats the paper.', 'create_case'),
  ask('broken-3', 'Outlook crashes whenever I open an attachment.', 'create_case'),
  ask(
    'addition-1',
    'I forgot to say that it only happens on battery, please put that with my report CS-1042.',
    'update_case',
  ),
  ask('addition-2', 'Here is the error message you asked me for: code 0x80070057.', 'update_case'),
  ask('done-1', 'It works again, you can forget about what I reported.', 'close_case'),
  ask('done-2', 'Never mind CS-1077, I found the cable myself.', 'close_case'),
  ask(
    'angry-1',
    'I have waited two weeks and nobody cares, I want to talk to your boss.',
    'escalate_case',
  ),
  ask(
    'angry-2',
    "This can't wait any longer, the whole team stands still because of CS-1042.",
    'escalate_case',
  ),
  ask('angry-3', 'I am fed up with this, let someone more senior handle it.', 'escalate_case'),
  ask('howto-1', 'How do I set an out of office reply?', 'search_articles'),
  ask(
    'howto-2',
    'Is there a guide for connecting my phone to the company wifi?',
    'search_articles',
  ),
  ask('howto-3', 'What are the steps to share my calendar with a colleague?', 'search_articles'),
  ask('outage-1', 'Is email down for everybody or is it just me?', 'get_status'),
  ask('outage-2', 'Are there problems with the VPN right now?', 'get_status'),
  ask('outage-3', 'When will the intranet be back up?', 'get_status'),
  ask('locked-1', "I forgot my password and can't log in.", 'reset_account'),
  ask('locked-2', "I typed it wrong five times and now I'm locked out.", 'reset_account'),
  ask('rights-1', 'I need to be able to open the finance folder.', 'grant_access'),
  ask('rights-2', 'Can Tom from my team get into the sales dashboard too?', 'grant_access'),
  ask('rights-3', 'I need a licence for Photoshop.', 'grant_access'),
  ask('things-1', 'My keyboard is worn out, can I have a new one?', 'order_item'),
  ask('things-2', 'We have a new colleague starting in May who needs a laptop.', 'order_item'),
  ask('visit-1', 'Can somebody come to my desk on Thursday afternoon?', 'schedule_visit'),
  ask(
    'visit-2',
    'What time could a technician stop by to set up the meeting room?',
    'schedule_visit',
  ),
  ask('machine-1', 'How old is my laptop, and is it still under warranty?', 'get_device'),
  ask('machine-2', 'What model is the computer I was given?', 'get_device'),
  ask('none-1', 'Thanks, that was very kind of you!', null),
  ask('none-2', 'Good morning, how are you today?', null),
  ask('none-3', 'Tell me a joke about computers.', null),
  ask('none-4', "What's the capital of Australia?", null),
  ask('none-5', 'Who won the football match last night?', null),
  ask('none-6', "Can you write a poem for my grandmother's birthday?", null),
  ask('none-7', 'What should I cook for dinner tonight?', null),
  ask('none-8', 'I think it will rain tomorrow.', null),
];

function ask(id: string, text: string, tool: string | null): DeskRequest {
  return { id, text, tool };
}
