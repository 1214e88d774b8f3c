import type { AppUnderTest } from '../src/eval/app.ts';
import type { SuiteDefinition } from '../src/eval/define-suite.ts';
import { ownCorpusFile, ownPromptFile } from '../src/node.ts';

/** What is evaluated without a config: the habit coach, the first app. Its suites, by name, over gemmark's own corpora. */
export async function habitCoachSuites(): Promise<readonly SuiteDefinition[]> {
	const [{ prefixSuite }, { prefixDecision }, { frameSuite }, { toolsSuite }, { replaySuite }, { dialogsSuite }] =
		await Promise.all([
			import('../suites/prefix/index.ts'),
			import('../app/habit-coach/prefix-decision.ts'),
			import('../suites/frame/index.ts'),
			import('../suites/tools/index.ts'),
			import('../suites/replay/index.ts'),
			import('../suites/dialogs/index.ts'),
		]);
	return [
		prefixSuite({ corpus: ownCorpusFile('prefix'), decision: prefixDecision() }),
		frameSuite({
			corpus: ownCorpusFile('frames'),
			patterns: ownCorpusFile('frame-patterns'),
			prompt: ownPromptFile('frame'),
		}),
		toolsSuite({ corpus: ownCorpusFile('tools') }),
		replaySuite({ corpus: ownCorpusFile('replay') }),
		dialogsSuite({
			corpus: ownCorpusFile('dialogs'),
			tools: ownCorpusFile('dialog-tools'),
			system: ownPromptFile('dialogs'),
		}),
	];
}

/** Suites that run where none is named: tools takes a minute more, replay is an experiment, dialogs are not the coach's. */
export const HABIT_COACH_DEFAULT: readonly string[] = ['prefix', 'frame'];

export async function habitCoachApp(): Promise<AppUnderTest> {
	const { habitCoach } = await import('../app/habit-coach/index.ts');
	return habitCoach();
}
