import { describe, expect, it } from 'vitest';
import { ConfigError, GemmarkError } from '../base/errors.ts';
import { type Dialect, DialectFailure, type ParsedSpan, userDialect } from './dialect.ts';
import { gemma4 } from './gemma4.ts';
import { toolCode } from './tool-code.ts';

const parserOf = (push: () => readonly ParsedSpan[]) =>
	userDialect({ ...gemma4, name: 'arrow', parser: () => ({ push, end: () => [] }) }).parser('lenient');

const saidBy = (failing: () => unknown): unknown => {
	try {
		return failing();
	} catch (thrown) {
		return thrown instanceof GemmarkError ? thrown.said : thrown;
	}
};

describe("a parser of a user's dialect", () => {
	it.each([
		['no list', undefined, ''],
		['an unknown type', [{ type: 'sprout', text: 'a' }], '[0].type'],
		['a call without a name', [{ type: 'call', arguments: {}, raw: 'x', repairs: [] }], '[0].name'],
		['arguments as text', [{ type: 'call', name: 'f', arguments: '{}', raw: 'x' }], '[0].arguments'],
		['a span without its text', [{ type: 'text' }], '[0].text'],
	])('that returns %s has failed: the span would be lost, or blamed on the model', (_, spans, field) => {
		const failing = () => parserOf(() => spans as readonly ParsedSpan[]).push('a');
		expect(failing).toThrow(DialectFailure);
		expect(saidBy(failing)).toMatchObject({
			code: 'dialect.returned',
			params: { dialect: 'arrow', what: 'parser', ...(field !== '' && { field }) },
		});
	});

	it('gives its spans otherwise', () => {
		const spans: readonly ParsedSpan[] = [{ type: 'text', text: 'a' }];
		expect(parserOf(() => spans).push('a')).toEqual(spans);
	});
});

const arrow: Dialect = { ...toolCode, name: 'arrow' };
const thrower = () => {
	throw new Error('boom');
};
const tool = { name: 'put', description: 'Puts.', parameters: { type: 'object' } } as const;

describe("a user's dialect", () => {
	it('does what it did', () => {
		const held = userDialect(arrow);
		for (const part of ['speaks', 'declareTools', 'writeCall'] as const)
			expect(typeof held[part]).toBe(typeof arrow[part]);
		expect(held.nextUserTurn('안녕')).toBe(arrow.nextUserTurn('안녕'));
		expect(held.callGrammar(tool)).toBe(arrow.callGrammar(tool));
	});

	it('may be a class', () => {
		class Arrow {
			readonly name = 'arrow';
			readonly stops = ['x'];
			readonly turnOpen = '[';
			readonly #model = '[model]';
			parser = toolCode.parser;
			toolResponses = () => '';
			callGrammar = () => '';
			nextUserTurn(text: string): string {
				return text + this.#model;
			}
			declareTools(): string {
				return this.#model;
			}
		}
		const held = userDialect(new Arrow());
		expect([held.nextUserTurn('a'), held.declareTools?.([])]).toEqual(['a[model]', '[model]']);
	});

	it.each<[string, Partial<Dialect>, (held: Dialect) => unknown]>([
		['toolResponses', { toolResponses: thrower }, (held) => held.toolResponses([])],
		['nextUserTurn', { nextUserTurn: thrower }, (held) => held.nextUserTurn('a')],
		['declareTools', { declareTools: thrower }, (held) => held.declareTools?.([tool])],
		['writeCall', { writeCall: thrower }, (held) => held.writeCall?.('put', {})],
		['callGrammar', { callGrammar: thrower }, (held) => held.callGrammar(tool)],
		['speaks.template', { speaks: { template: thrower } }, (held) => held.speaks?.template('')],
		['speaks.model', { speaks: { template: () => true, model: thrower } }, (held) => held.speaks?.model?.('')],
		['parser', { parser: thrower }, (held) => held.parser('strict')],
		['parser', { parser: () => ({ push: thrower, end: () => [] }) }, (held) => held.parser('strict').push('')],
	])('whose %s throws has failed, not gemmark', (what, own, call) => {
		const failing = () => call(userDialect({ ...arrow, ...own }));
		expect(failing).toThrow(DialectFailure);
		expect(saidBy(failing)).toMatchObject({
			code: 'dialect.threw',
			params: { dialect: 'arrow', what, thrown: expect.stringMatching(/^Error: boom \(at .*dialect\.test\.ts:/u) },
		});
	});

	it('that returns another type has failed', () => {
		const number = userDialect({ ...arrow, toolResponses: () => 5 as never });
		expect(saidBy(() => number.toolResponses([]))).toMatchObject({
			code: 'dialect.returned',
			params: { what: 'toolResponses', problem: { code: 'field.text' } },
		});
	});

	it.each<[string, object, string | undefined, string]>([
		['an unknown field', { declareTool: () => '' }, undefined, 'field.unknown'],
		['no text to stop at', { stops: [1] }, 'stops[0]', 'field.text'],
		['an empty opening of turns', { turnOpen: '' }, 'turnOpen', 'field.empty'],
		['what is no function', { callGrammar: 'root' }, 'callGrammar', 'field.invalid'],
		['no name', { name: 5 }, 'name', 'field.text'],
	])('with %s is refused', (_, own, field, code) => {
		const wrong = () => userDialect({ ...arrow, ...own } as Dialect);
		expect(wrong).toThrow(ConfigError);
		expect(saidBy(wrong)).toMatchObject({
			code: 'dialect.invalid',
			params: { ...(field && { field }), problem: { code } },
		});
	});
});
