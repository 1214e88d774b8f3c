import { ConfigError, UsageError } from '../../src/base/errors.ts';
import type { Config, DeclaredSuite } from '../../src/config/define.ts';
import { checkContent, placeOf } from '../../src/config/issue.ts';
import type { SuiteDefinition } from '../../src/eval/define/define-suite.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import type { AppPlace } from '../compose-app.ts';
import { SUITE_KINDS, suiteKind } from './suites.ts';

/** The suites of a config, declared and by code. Throws {@link ConfigError} naming the field, also where two have one name. */
export async function defineSuites({ suites }: Config, place: AppPlace): Promise<readonly SuiteDefinition[]> {
	if (suites === undefined) {
		throw new ConfigError(`${place.file}: suites: is missing`, {
			hint: 'Name what is asked of the app, such as: suites: [{ kind: prefix, corpus: prompts.jsonl }].',
		});
	}
	const definitions = await Promise.all(
		suites.map((suite, index) => ('build' in suite ? suite : declaredSuite(suite, index, place))),
	);
	const names = definitions.map(({ name }) => name);
	const twice = names.findIndex((name, index) => names.indexOf(name) < index);
	if (twice === -1) return definitions as readonly SuiteDefinition[];
	throw new ConfigError(
		`${placeOf(place, ['suites', twice])}: suites[${twice}]: two suites are named '${names[twice]}'`,
		{
			hint: 'Give one of them another `name`.',
		},
	);
}

/** Throws {@link UsageError} for a name that is none. */
export function definitionNamed(definitions: readonly SuiteDefinition[], name: string): SuiteDefinition {
	const found = definitions.find((definition) => definition.name === name);
	if (found !== undefined) return found;
	const names = definitions.map((definition) => definition.name);
	throw new UsageError(`there is no suite ${name} here${didYouMean(name, names)}`, {
		hint: `There are ${names.join(', ')}${SUITE_KINDS.includes(name) ? `; in a config, one of that kind is made by kind: ${name}` : ''}.`,
	});
}

async function declaredSuite(
	{ kind, ...fields }: DeclaredSuite,
	index: number,
	place: AppPlace,
): Promise<SuiteDefinition> {
	const known = await suiteKind(kind);
	const at = ['suites', index];
	if (known !== undefined) return known.create(checkContent(known.options, fields, place, at));
	throw new ConfigError(
		`${placeOf(place, [...at, 'kind'])}: suites[${index}].kind: there is no kind '${kind}'${didYouMean(kind, SUITE_KINDS)}`,
		{ hint: `There are ${SUITE_KINDS.join(', ')}; a suite of your own is made by defineSuite in a gemmark.config.ts.` },
	);
}
