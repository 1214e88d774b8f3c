import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';
import { loadOwnCorpus, loadOwnPrompt } from '../../src/corpus/corpus-files.ts';
import type { AppUnderTest, TimeBudget } from '../../src/eval/app.ts';
import type { DecisionOption } from '../../src/eval/decision.ts';
import { HabitDatabase } from './database.ts';
import { type HabitFixture, parseHabitFixture } from './initial-habits.ts';
import { type Protocol, parseCatalog } from './protocol.ts';
import { habitTools } from './tools.ts';

export { HabitDatabase } from './database.ts';

export interface HabitCoachOptions {
	/** System prompt; default: the built-in one. */
	readonly system?: string;
	readonly catalog?: readonly Protocol[];
	/** Initial state of each sample. */
	readonly fixture?: HabitFixture;
}

/** The habit coach: six tools over a database per session. Throws ConfigError for invalid data. */
export function habitCoach(options: HabitCoachOptions = {}): AppUnderTest {
	const prompt = loadOwnPrompt('coach-system');
	const catalog = loadOwnCorpus('catalog', parseCatalog);
	const fixture = loadOwnCorpus('habits', parseHabitFixture);
	return {
		name: 'habit-coach',
		version: '1',
		language: 'ko',
		system: options.system ?? prompt.text,
		files: [prompt.identity, catalog.identity, fixture.identity],
		sources: { system: prompt.identity.name },
		engine: 'flutter-gemma',
		budgets: BUDGETS,
		open() {
			const database = new HabitDatabase(options.catalog ?? catalog.contents, options.fixture ?? fixture.contents);
			return {
				tools: habitTools.map((tool) => ({ ...tool, handler: (args) => tool.handler(args, { database }) })),
				snapshot: () => database.snapshot(),
				close: () => database.close(),
			};
		},
	};
}

/**
 * The product's limits: a chat turn in 5 s, a chain of tools in 10 s, a suggested frame in 2 s, or 3 s on a cold model.
 */
const BUDGETS: readonly TimeBudget[] = [
	{
		metric: 'endToEndMs',
		atMost: 5000,
		suites: ['prefix', 'tools[kind!=chain]'],
		title: { en: 'a chat turn', ko: '대화 한 턴' },
	},
	{
		metric: 'endToEndMs',
		atMost: 10_000,
		suites: ['tools[kind=chain]'],
		title: { en: 'a chain of tools', ko: '연속 도구 호출' },
	},
	{
		metric: 'endToEndMs',
		atMost: 2000,
		suites: ['frame'],
		state: 'warm',
		title: { en: 'a suggestion', ko: '습관 제안' },
	},
	{
		metric: 'endToEndMs',
		atMost: 3000,
		suites: ['frame'],
		state: 'cold',
		title: { en: 'the first suggestion', ko: '첫 습관 제안' },
	},
];

/** Whether the habit coach keeps the text before a call, with the record that its team writes for each outcome. */
export function prefixDecision(): DecisionOption {
	return {
		hits: 5,
		of: 15,
		paths: {
			A: {
				title: { en: 'keep the prefix', ko: 'prefix 보존' },
				meaning: {
					en: 'Push the text before a call to the chat history.',
					ko: '도구 호출 전 발화를 대화 기록에 보존합니다.',
				},
				record: recordTemplate('push.md'),
				policy: 'push',
			},
			B: {
				title: { en: 'discard the prefix', ko: 'prefix 폐기' },
				meaning: {
					en: 'Discard the text before a call, on purpose and on record.',
					ko: '도구 호출 전 발화를 의도적으로 폐기하고, 그 결정을 기록합니다.',
				},
				record: recordTemplate('adr-0006.md'),
				policy: 'discard',
			},
		},
	};
}

function recordTemplate(file: string): string {
	return readFileSync(join(packageRoot(), 'app', 'habit-coach', 'records', file), 'utf8');
}
