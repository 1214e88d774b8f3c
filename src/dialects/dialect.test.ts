import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/errors.ts';
import { type Dialect, DialectFailure, heldDialect, heldParser, type ParsedSpan } from './dialect.ts';
import { gemma4 } from './gemma4.ts';
import { toolCode } from './tool-code.ts';

const parserOf = (push: () => readonly ParsedSpan[]) =>
	heldParser({ ...gemma4, name: 'arrow', parser: () => ({ push, end: () => [] }) } satisfies Dialect, 'lenient');

describe('a parser of a dialect', () => {
	it('that throws is told by dialect and place', () => {
		const failing = parserOf(() => {
			throw new Error('boom');
		});
		expect(() => failing.push('a')).toThrow(DialectFailure);
		expect(() => failing.push('a')).toThrow(/^dialect arrow: its parser throws Error: boom \(at .*dialect\.test\.ts:/u);
	});

	it.each([
		['an unknown type', { type: 'sprout', text: 'a' }, 'a span of type sprout, which there is none of'],
		['no span', undefined, 'a span of type undefined'],
		['no name', { type: 'call', arguments: {}, raw: 'x', repairs: [] }, 'a call whose name is no text'],
		[
			'arguments as text',
			{ type: 'call', name: 'f', arguments: '{}', raw: 'x' },
			'a call of f whose arguments are no object',
		],
		['no text', { type: 'text' }, 'a span of type text whose text is none'],
	])('that gives %s has failed: the span would be lost, or blamed on the model', (_, span, message) => {
		expect(() => parserOf(() => [span as ParsedSpan]).push('a')).toThrow(`dialect arrow: its parser gives ${message}`);
	});

	it('that gives no list has failed', () => {
		expect(() => parserOf(() => undefined as never).push('a')).toThrow(
			'dialect arrow: its parser gives no list of spans',
		);
	});

	it('that cannot be made has failed', () => {
		const dialect: Dialect = {
			...gemma4,
			name: 'arrow',
			parser: () => {
				throw new Error('boom');
			},
		};
		expect(() => heldParser(dialect, 'strict')).toThrow(/^dialect arrow: its parser throws Error: boom/u);
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

describe('a dialect of an own', () => {
	it('does what it did', () => {
		const held = heldDialect(arrow);
		expect(Object.keys(held).sort()).toEqual(Object.keys(arrow).sort());
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
		const held = heldDialect(new Arrow());
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
	])('whose %s throws has failed, not gemmark', (name, own, call) => {
		const failing = () => call(heldDialect({ ...arrow, ...own }));
		expect(failing).toThrow(DialectFailure);
		expect(failing).toThrow(
			new RegExp(`^dialect arrow: its ${name} throws Error: boom \\(at .*dialect\\.test\\.ts:`, 'u'),
		);
	});

	it('that gives another type has failed', () => {
		const number = heldDialect({ ...arrow, toolResponses: () => 5 as never });
		expect(() => number.toolResponses([])).toThrow(
			'dialect arrow: its toolResponses gives a value of type number, not text',
		);
	});

	it.each<[string, object, string]>([
		[
			'an unknown field',
			{ declareTool: () => '' },
			"dialect arrow: declareTool: is no field here; did you mean 'declareTools'?",
		],
		['no text to stop at', { stops: [1] }, 'dialect arrow: stops.0: must be text'],
		['an empty opening of turns', { turnOpen: '' }, 'dialect arrow: turnOpen: must not be empty'],
		['what is no function', { callGrammar: 'root' }, 'dialect arrow: callGrammar: must be a function'],
		['no name', { name: 5 }, 'dialect ?: name: must be text'],
	])('with %s is refused', (_, own, message) => {
		const wrong = () => heldDialect({ ...arrow, ...own } as Dialect);
		expect(wrong).toThrow(ConfigError);
		expect(wrong).toThrow(message);
	});
});
