import type { CorpusName } from '../src/corpus/corpora.ts';
import { type FileIdentity, type LoadedCorpus, loadCorpus, loadPrompt } from '../src/corpus/corpus-files.ts';
import { UsageError } from '../src/errors/gemmark-error.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { CorpusIdentity, Suite } from '../src/eval/suite.ts';
import { SUITE_NAMES, type SuiteName } from './run/run-request.ts';

/** The suites by name, over gemmark's own corpora and prompts. Each is imported only when it is asked for. */
export async function composeSuites(names: readonly SuiteName[]): Promise<readonly Suite[]> {
	return Promise.all(names.map((name) => SUITES[name]()));
}

/** The suites of a log. Throws {@link UsageError} for one that this gemmark does not have. */
export async function composeSuitesNamed(names: readonly string[]): Promise<readonly Suite[]> {
	const unknown = names.find((name) => !isSuiteName(name));
	if (unknown !== undefined) {
		throw new UsageError(`the run has a suite ${unknown}, which this gemmark does not know`, {
			hint: 'Use the gemmark that wrote it.',
		});
	}
	return composeSuites(names.filter(isSuiteName));
}

/** The app under test: the habit coach. */
export async function composeApp(): Promise<AppUnderTest> {
	const { habitCoach } = await import('../app/habit-coach/index.ts');
	return habitCoach();
}

const SUITES: Readonly<Record<SuiteName, () => Promise<Suite>>> = {
	async prefix() {
		const { prefixSuite } = await import('../suites/prefix/index.ts');
		const corpus = loadCorpus('prefix');
		return prefixSuite({ samples: corpus.contents, corpus: identityOf(corpus, coachFiles()) });
	},
	async frame() {
		const { frameSuite } = await import('../suites/frame/index.ts');
		const corpus = loadCorpus('frames');
		const patterns = loadCorpus('frame-patterns');
		const prompt = loadPrompt('frame');
		return frameSuite({
			samples: corpus.contents.map(({ rawText, ...row }) => ({ ...row, input: rawText })),
			corpus: identityOf(corpus, [prompt.identity, patterns.identity]),
			patterns: patterns.contents,
			template: prompt.text,
		});
	},
	async tools() {
		const { toolsSuite } = await import('../suites/tools/index.ts');
		const corpus = loadCorpus('tools');
		return toolsSuite({ samples: corpus.contents, corpus: identityOf(corpus, coachFiles()) });
	},
};

/** What the coach's answers depend on, beside the question. */
function coachFiles(): readonly FileIdentity[] {
	return [loadPrompt('coach-system').identity, loadCorpus('catalog').identity, loadCorpus('habits').identity];
}

function identityOf<N extends CorpusName>(corpus: LoadedCorpus<N>, prompts: readonly FileIdentity[]): CorpusIdentity {
	return { ...corpus.identity, prompts };
}

function isSuiteName(name: string): name is SuiteName {
	return SUITE_NAMES.some((known) => known === name);
}
