import { z } from 'zod';
import { ConfigError } from '../errors/gemmark-error.ts';
import { issueText } from '../errors/issue-text.ts';
import { thrownPlace } from '../errors/thrown-text.ts';
import { givenOptions, givenText } from '../text/given-options.ts';
import type { Dialect } from './dialect.ts';
import { DialectFailure, heldParser } from './dialect-failure.ts';

/**
 * A dialect of an operator's own, each of whose functions throws {@link DialectFailure} where it throws, or gives what is
 * none of a dialect. Throws {@link ConfigError} for what is no dialect, by field.
 */
export function heldDialect(own: Dialect): Dialect {
	requireDialect(own);
	const { speaks, declareTools, writeCall } = own;
	const held = <T>(name: string, kind: 'string' | 'boolean', call: () => T): T => {
		let value: T;
		try {
			value = call();
		} catch (thrown) {
			throw new DialectFailure(`dialect ${own.name}: its ${name} throws ${thrownPlace(thrown)}`, thrown);
		}
		if (typeof value === kind) return value;
		const wanted = kind === 'string' ? 'text' : 'true or false';
		throw new DialectFailure(`dialect ${own.name}: its ${name} gives ${givenText(value)}, not ${wanted}`);
	};
	return {
		name: own.name,
		...(speaks && {
			speaks: {
				template: (text) => held('speaks.template', 'boolean', () => speaks.template(text)),
				...(speaks.model && {
					model: (name) => held('speaks.model', 'boolean', () => speaks.model?.(name) ?? false),
				}),
			},
		}),
		stops: own.stops,
		turnOpen: own.turnOpen,
		parser: (reading) => heldParser(own, reading),
		toolResponses: (results, then) => held('toolResponses', 'string', () => own.toolResponses(results, then)),
		nextUserTurn: (text) => held('nextUserTurn', 'string', () => own.nextUserTurn(text)),
		...(declareTools && {
			declareTools: (tools) => held('declareTools', 'string', () => declareTools.call(own, tools)),
		}),
		...(own.thinking && { thinking: own.thinking }),
		...(own.trigger !== undefined && { trigger: own.trigger }),
		...(writeCall && {
			writeCall: (name, args) => held('writeCall', 'string', () => writeCall.call(own, name, args)),
		}),
		callGrammar: (tool) => held('callGrammar', 'string', () => own.callGrammar(tool)),
	};
}

function requireDialect(own: Dialect): void {
	givenOptions(own, 'defineDialect');
	const name = typeof own.name === 'string' ? own.name : '?';
	// A class may have fields of its own.
	if (Object.getPrototypeOf(own) === Object.prototype) givenOptions(own, `dialect ${name}`, KNOWN);
	const [issue] = fields.safeParse(own, { error: issueText }).error?.issues ?? [];
	if (issue === undefined) return;
	throw new ConfigError(`dialect ${name}: ${issue.path.join('.')}: ${issue.message}`, {
		hint: 'docs/own-dialect.md has an example.',
	});
}

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function');
const text = z.string().min(1);

const fieldTypes = {
	name: text,
	speaks: z.looseObject({ template: aFunction, model: aFunction.optional() }).optional(),
	stops: z.array(text),
	turnOpen: text,
	parser: aFunction,
	toolResponses: aFunction,
	nextUserTurn: aFunction,
	declareTools: aFunction.optional(),
	thinking: z.looseObject({ marker: z.string(), open: text, close: text }).optional(),
	trigger: z.string().optional(),
	writeCall: aFunction.optional(),
	callGrammar: aFunction,
} satisfies Record<keyof Dialect, z.ZodType>;
const fields = z.looseObject(fieldTypes);
const KNOWN = Object.fromEntries(Object.keys(fieldTypes).map((name) => [name, true])) as Record<keyof Dialect, true>;
