import { z } from 'zod';
import { ConfigError } from '../errors/gemmark-error.ts';
import { didYouMean } from '../text/nearest-name.ts';
import type { RunnerDeclaration } from './runner.ts';

/** JSON Schema of one option, with the texts and keys that its runner gave it by `describe` and `meta`. */
export type DeclaredOption = Readonly<Record<string, unknown>>;

/** The options of a runner by name, in the order they were declared. */
export function declaredOptions({ options }: RunnerDeclaration): ReadonlyMap<string, DeclaredOption> {
	const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
	return new Map(Object.entries(properties).map(([name, schema]) => [name, schema as DeclaredOption]));
}

/**
 * What somebody set in a runner, checked, defaults filled in. `source` is where they set it, such as a file; `beside` are
 * fields that may stand there too and are checked elsewhere. Throws {@link ConfigError} for an option that the runner does
 * not have, and for a value that the option cannot take.
 */
export function parseRunnerOptions<Options extends object>(
	runner: RunnerDeclaration<Options>,
	values: unknown,
	source: string,
	beside: readonly string[] = [],
): Options {
	refuseUnknown(runner, values, source, beside);
	const parsed = runner.options.safeParse(values);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const field = issue?.path.map((key) => `${String(key)}: `).join('') ?? '';
	throw new ConfigError(`${source}: ${field}${issue?.message ?? 'not valid'}`, {
		hint: `These are options of the runner ${runner.name}.`,
	});
}

/** Not left to the schema: a plain zod object would drop what it does not know. */
function refuseUnknown(runner: RunnerDeclaration, values: unknown, source: string, beside: readonly string[]): void {
	if (typeof values !== 'object' || values === null) return;
	const names = [...beside, ...declaredOptions(runner).keys()];
	const unknown = Object.keys(values).find((name) => !names.includes(name));
	if (unknown === undefined) return;
	throw new ConfigError(
		`${source}: ${unknown}: the runner ${runner.name} has no such option${didYouMean(unknown, names)}`,
		{
			hint: names.length === 0 ? 'It has no options.' : `Known there: ${names.join(', ')}.`,
		},
	);
}
