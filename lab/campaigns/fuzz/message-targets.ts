import { fixtureLog } from '../../../reports/fixture/fixture-log.ts';
import type { JsonValue } from '../../../src/base/json.ts';
import { ingestCaptures } from '../../../src/capture/ingest.ts';
import { readCorpusLines } from '../../../src/capture/lines.ts';
import { corpusLines } from '../../../src/chat/corpus-log.ts';
import { readLine, writtenLine } from '../../../src/log/line.ts';
import { parseLog } from '../../../src/log/parse-log.ts';
import { readJob, readResult } from '../../../src/queue/job.ts';
import { suiteDouble } from '../../../src/testing/doubles/suite-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import type { FuzzTarget } from './fuzz.ts';
import { damagedText, damagedValue } from './mutation.ts';

/** Readers of what logs, devices and queues say. */
export const MESSAGE_TARGETS: readonly FuzzTarget[] = [
	{
		name: 'log line',
		share: 8,
		read(luck) {
			const record = readLine(damagedText(luck.pick(LINES), luck));
			// What is read can be written and read again.
			if ('value' in record) readLine(writtenLine(record.value, 'log.jsonl:1'));
		},
	},
	{
		name: 'log record',
		share: 5,
		read(luck) {
			const record = damagedValue(JSON.parse(luck.pick(LINES)) as JsonValue, luck);
			parseLog([LINES[0], JSON.stringify(record), LINES[2]], 'log.jsonl');
		},
	},
	{ name: 'device line', share: 5, read: (luck) => void readCorpusLines(damagedText(CAPTURE, luck)) },
	{
		name: 'ingest',
		share: 3,
		read(luck) {
			const lines = CAPTURE.split('\n');
			const shuffled = lines.map((line) => (luck.happens(0.2) ? damagedText(line, luck) : line));
			const [one, other] = [luck.whole(0, lines.length - 1), luck.whole(0, lines.length - 1)];
			[shuffled[one], shuffled[other]] = [shuffled[other] ?? '', shuffled[one] ?? ''];
			ingestCaptures(SUITE, [readCorpusLines(shuffled.join('\n'))], { language: 'ko' });
		},
	},
	{ name: 'queue job', share: 4, read: (luck) => void readJob(damagedValue(JOB, luck), [SUITE]) },
	{ name: 'queue result', share: 3, read: (luck) => void readResult(damagedValue(RESULT, luck), PLANNED) },
];

const SUITE = suiteDouble(['p01', 'p02'], async () => ({ messages: [], facts: {} }));
const [SAMPLE] = SUITE.samples;
if (SAMPLE === undefined) throw new Error('the double has samples');
const PLANNED = { suite: SUITE, sample: SAMPLE, variant: SUITE.variants[0]?.name ?? 'free', epoch: 0, seed: 1 };
const JOB = { suite: SUITE.name, sampleId: 'p01', variant: PLANNED.variant, epoch: 0, seed: 1 };
const WORKER = { type: 'worker', id: 'w1', model: { name: 'm', miniature: false }, engine: {}, host: {} };
const RESULT = JSON.parse(
	JSON.stringify({ worker: WORKER, sample: logSampleFixture({ suite: SUITE.name, variant: PLANNED.variant }) }),
) as JsonValue;

const [REAL] = fixtureLog().samples;
if (REAL === undefined) throw new Error('the fixture has samples');
const LINES = [logHeaderFixture(), REAL, logSampleFixture()].map((record) => JSON.stringify(record)) as [
	string,
	string,
	string,
];

const CAPTURE = [
	corpusLines({ t: 'user', prompt: 'p01', text: '안녕하세요 오늘 기록을 볼까요', atMs: 0 }, 0, 4000),
	corpusLines({ t: 'chunk', turn: 0, text: '기록부터 '.repeat(30), atMs: 10 }, 1, 200),
	corpusLines({ t: 'call', turn: 0, prefix: '기록부터', name: 'get', args: { days: 7 }, atMs: 20 }, 2, 4000),
	corpusLines({ t: 'chunk', turn: 1, text: '네.', atMs: 30 }, 3, 4000),
	corpusLines({ t: 'end', atMs: 40 }, 4, 4000),
]
	.flat()
	.join('\n');
