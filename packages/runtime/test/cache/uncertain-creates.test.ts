import { expect, test } from 'vitest';
import { UncertainCreates } from '../../src/cache/uncertain-creates.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { serverError } from '../support/scripted-server.ts';

const lost = new ConnectionError('https://10.0.0.1', new Error('socket hang up'));

test.each([
  { error: lost, isDoubtful: true, says: 'a lost response' },
  { error: serverError(504, 'Timeout', 'request did not complete'), isDoubtful: true, says: 'a timeout' },
  { error: serverError(403, 'Forbidden', 'no'), isDoubtful: false, says: 'a rejection' },
  { error: serverError(429, 'TooManyRequests', 'later'), isDoubtful: false, says: 'throttling' },
])('the outcome of a create after $says is uncertain: $isDoubtful', ({ error, isDoubtful }) => {
  const part = { resourceVersion: '100' };
  const doubts = new UncertainCreates();
  doubts.createFailed([part], error);

  expect(doubts.in([part])).toHaveLength(isDoubtful ? 1 : 0);
});

test('a create is no longer uncertain when the watch reaches the version of a later list', () => {
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

test('the progress of one watch does not resolve creates covered by another', () => {
  const [ahead, behind] = [{ resourceVersion: '200' }, { resourceVersion: '100' }];
  const doubts = new UncertainCreates();
  doubts.createFailed([behind], lost);
  expect(doubts.in([ahead])).toEqual([]);
  for (const doubt of doubts.in([ahead, behind])) doubt.visibleAt = '150';

  expect(doubts.in([ahead, behind])).toEqual([{ visibleAt: '150' }]);
});

test('a list that started before a create failed does not resolve that create', () => {
  const part = { resourceVersion: '100' };
  const doubts = new UncertainCreates();
  doubts.createFailed([part], lost);
  const [before] = doubts.in([part]);
  doubts.createFailed([part], lost);
  if (before) before.visibleAt = '100';

  expect(doubts.in([part])).toEqual([{ visibleAt: undefined }]);
});
