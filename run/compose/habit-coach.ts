import { ownCorpusFile, ownPromptFile } from '../../src/corpus/corpus-files.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { SuiteDefinition } from '../../src/eval/define/define-suite.ts';

/** What is evaluated without a config: the habit coach, the first app. Its suites, by name, over gemmark's own corpora. */
export const HABIT_COACH_SUITES: readonly SuiteDefinition[] = [
	late('prefix', async () => {
		const [{ prefixSuite }, { prefixDecision }] = await Promise.all([
			import('../../suites/prefix/index.ts'),
			import('../../app/habit-coach/index.ts'),
		]);
		return prefixSuite({ corpus: ownCorpusFile('prefix'), decision: prefixDecision() });
	}),
	late('frame', async () => {
		const { frameSuite } = await import('../../suites/frame/index.ts');
		return frameSuite({
			corpus: ownCorpusFile('frames'),
			patterns: ownCorpusFile('frame-patterns'),
			prompt: ownPromptFile('frame'),
		});
	}),
	late('tools', async () => {
		const { toolsSuite } = await import('../../suites/tools/index.ts');
		return toolsSuite({ corpus: ownCorpusFile('tools') });
	}),
	late('replay', async () => {
		const { replaySuite } = await import('../../suites/replay/index.ts');
		return replaySuite({ corpus: ownCorpusFile('replay') });
	}),
	late('dialogs', async () => {
		const { dialogsSuite } = await import('../../suites/dialogs/index.ts');
		return dialogsSuite({
			corpus: ownCorpusFile('dialogs'),
			tools: ownCorpusFile('dialog-tools'),
			system: ownPromptFile('dialogs'),
		});
	}),
];

/** Suites that run where none is named: tools takes a minute more, replay is an experiment, dialogs are not the coach's. */
export const HABIT_COACH_DEFAULT: readonly string[] = ['prefix', 'frame'];

export async function habitCoachApp(): Promise<AppUnderTest> {
	const { habitCoach } = await import('../../app/habit-coach/index.ts');
	return habitCoach();
}

/** A suite whose code is loaded when it is built: most runs are of one or two. */
function late(name: string, define: () => Promise<SuiteDefinition>): SuiteDefinition {
	return { name, build: async (context) => (await define()).build(context) };
}
