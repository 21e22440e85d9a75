import { expect, test } from 'vitest';
import { UncertainCreates } from '../../src/cache/uncertain-creates.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { serverError } from '../support/scripted-server.ts';

const lost = new ConnectionError('https://10.0.0.1', new Error('socket hang up'));

test.each([
  { error: lost, isDoubtful: true, says: 'a lost answer' },
  { error: serverError(504, 'Timeout', 'request did not complete'), isDoubtful: true, says: 'a timeout' },
  { error: serverError(403, 'Forbidden', 'no'), isDoubtful: false, says: 'a refusal' },
  { error: serverError(429, 'TooManyRequests', 'later'), isDoubtful: false, says: 'a request to wait' },
])('$says: in doubt? $isDoubtful', ({ error, isDoubtful }) => {
  const part = { resourceVersion: '100' };
  const doubts = new UncertainCreates();
  doubts.createFailed([part], error);

  expect(doubts.in([part])).toHaveLength(isDoubtful ? 1 : 0);
});

test('a doubt ends when the watch has come to where a list has shown what there is', () => {
  const part = { resourceVersion: '100' };
  const doubts = new UncertainCreates();
  doubts.createFailed([part], lost);
  const [doubt] = doubts.in([part]);
  expect(doubt).toEqual({ visibleAt: undefined });
  if (doubt) doubt.visibleAt = '102';

  part.resourceVersion = '101';
  expect(doubts.in([part])).toEqual([doubt]);
  part.resourceVersion = '102';
  expect(doubts.in([part])).toEqual([]);
  part.resourceVersion = '101';
  expect(doubts.in([part])).toEqual([]);
});

test('that one part has come far says nothing of another', () => {
  const [ahead, behind] = [{ resourceVersion: '200' }, { resourceVersion: '100' }];
  const doubts = new UncertainCreates();
  doubts.createFailed([behind], lost);
  expect(doubts.in([ahead])).toEqual([]);
  for (const doubt of doubts.in([ahead, behind])) doubt.visibleAt = '150';

  expect(doubts.in([ahead, behind])).toEqual([{ visibleAt: '150' }]);
});

test('a list that was asked for before another creation failed says nothing of that one', () => {
  const part = { resourceVersion: '100' };
  const doubts = new UncertainCreates();
  doubts.createFailed([part], lost);
  const [before] = doubts.in([part]);
  doubts.createFailed([part], lost);
  if (before) before.visibleAt = '100';

  expect(doubts.in([part])).toEqual([{ visibleAt: undefined }]);
});
