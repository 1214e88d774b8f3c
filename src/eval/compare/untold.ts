import type { IdentifiedRun } from './differing-code.ts';

/** What a log may not tell of how its samples were asked. */
export type Untold = 'app' | 'prompt' | 'settings';

/**
 * What could change a result and gemmark does not know of a run: which app it was, its system prompt and tools, and its
 * sampling and policy. A capture tells none of it, whatever its config and operator say; an app that runs its own loop tells
 * its name at most; a log of before tells the files of an app and nothing of what is written beside them.
 */
export function untold({ header: { app, engine, settings } }: IdentifiedRun): readonly Untold[] {
	const ownLoop = engine.api === 'app';
	const asked = !ownLoop && settings.maxTokens !== undefined;
	const known = ownLoop ? engine.app : asked ? app?.name : undefined;
	const prompted = asked && (app?.content !== undefined || (app?.files ?? []).length > 0);
	return [
		...(known === undefined ? (['app'] as const) : []),
		...(prompted ? [] : (['prompt'] as const)),
		...(asked ? [] : (['settings'] as const)),
	];
}

/** The runs of which the same is unknown, together; a run of which all is known is in none. */
export function untoldTogether<Run>(
	runs: readonly Run[],
	identified: (run: Run) => IdentifiedRun,
): readonly { readonly runs: readonly Run[]; readonly what: readonly Untold[] }[] {
	const some = runs.map((run) => ({ run, what: untold(identified(run)) })).filter(({ what }) => what.length > 0);
	return Array.from(Map.groupBy(some, ({ what }) => what.join()).values(), (group) => ({
		runs: group.map(({ run }) => run),
		what: group[0]?.what ?? [],
	}));
}

/** Such as `system prompt and tools`. */
export function untoldName(what: Untold): string {
	return NAMES[what];
}

const NAMES: Readonly<Record<Untold, string>> = {
	app: 'the app and its version',
	prompt: 'system prompt and tools',
	settings: 'sampling, token limit and prefix policy',
};
