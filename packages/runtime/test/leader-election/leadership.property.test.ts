import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { LeaseServer, type NetworkState } from './lease-server.ts';
import { Replica } from './replica.ts';

const names = ['a', 'b', 'c'] as const;

const pause = { duration: fc.integer({ min: 1_000, max: 40_000 }), latestFirst: fc.boolean() };

// The jump must differ from the suspension: if both are equal, the clocks agree as if nothing happened.
const step = fc.oneof(fc.integer({ min: -900, max: 900 }), fc.integer({ min: 100_000, max: 86_400_000 }));

const something = fc.oneof(
  fc.record({
    type: fc.constant('cut' as const),
    lost: fc.constantFrom('request' as const, 'answer' as const),
  }),
  fc.record({ type: fc.constant('slow' as const), there: fc.nat(2_000), back: fc.nat(2_000) }),
  fc.record({ type: fc.constant('heal' as const) }),
  fc.record({ type: fc.constant('freeze' as const), ...pause }),
  fc.record({ type: fc.constant('suspend' as const), ...pause }),
  fc.record({ type: fc.constant('step' as const), by: step, back: fc.boolean() }),
  fc.record({ type: fc.constant('stop' as const) }),
);

const story = fc.array(fc.record({ after: fc.nat(12_000), who: fc.nat(names.length - 1), what: something }), {
  minLength: 5,
  maxLength: 25,
});

test('no replica writes while another holds the Lease, and one works once the faults end', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), tell),
    { numRuns: 50 },
  );
});

async function tell(
  events: typeof story extends fc.Arbitrary<infer Story> ? Story : never,
  randomness: Iterator<number>,
): Promise<void> {
  const time = new FakeClock();
  const server = new LeaseServer(time);
  const random = (): number => Number(randomness.next().value);
  let born = 0;
  const make = (name: string): Replica => {
    born += 1;
    const replica = new Replica(`${name}-${born}`, server, time, {}, random);
    replica.stubborn = true;
    void replica.start();
    return replica;
  };
  const replicas = names.map(make);
  const thaws: (() => void)[] = [];

  for (const { after, who, what } of events) {
    await time.advance(after);
    const replica = replicas[who]!;
    const setNetwork = (next: NetworkState): void => void (replica.network = () => next);
    if (what.type === 'cut') setNetwork({ there: 5, back: 5, lost: what.lost });
    if (what.type === 'slow') setNetwork({ there: what.there, back: what.back });
    if (what.type === 'heal') setNetwork({ there: 5, back: 5 });
    if (what.type === 'step') replica.clock.wallOffset += what.back ? -what.by : what.by;
    if (what.type === 'freeze' || what.type === 'suspend') {
      replica.clock[what.type]();
      const thaw = (): void => replica.clock.thaw((held) => (what.latestFirst ? held.toReversed() : held));
      thaws.push(thaw);
      time.schedule(what.duration, thaw);
    }
    if (what.type === 'stop') {
      void replica.leadership.stop();
      replicas[who] = make(names[who]!);
    }
  }
  for (const thaw of thaws) thaw();
  for (const replica of replicas) replica.network = () => ({ there: 5, back: 5 });
  await time.advance(60_000);

  const intruders = server.writes.filter(({ by, holder }) => by !== holder);
  expect(intruders).toEqual([]);
  expect(replicas.filter(({ leadership }) => leadership.leads)).toHaveLength(1);
  const before = server.writes.length;
  await time.advance(5_000);
  expect(server.writes.length).toBeGreaterThan(before);
  expect(replicas.flatMap(({ failures }) => failures)).toEqual([]);

  const stopped = Promise.all(replicas.map(({ leadership }) => leadership.stop()));
  await time.advance(20_000);
  await stopped;
}
