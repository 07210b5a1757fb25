import type { GiveUp, Playbook } from './playbook.ts';

/** What scripted agents say when a playbook has no words of its own. */
export const phrases: Readonly<
  Record<Playbook['language'], Readonly<Record<GiveUp | 'refuse', string>>>
> = {
  en: {
    denied: 'I am not allowed to do that, so nothing was changed.',
    failed: 'That did not work, so I have stopped here.',
    unknown:
      'I could not find out whether that worked. Somebody has to look at it before it is tried again.',
    refuse: 'I am sorry, I cannot help with that.',
  },
  zh: {
    denied: '抱歉,这个操作没有获得许可,所以没有做任何改动。',
    failed: '抱歉,这个操作没有成功,我先停在这里。',
    unknown: '我无法确认这个操作是否已经生效,请先由同事核对,再决定要不要重试。',
    refuse: '抱歉,这件事我帮不上忙。',
  },
};
