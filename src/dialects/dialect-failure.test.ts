import { describe, expect, it } from 'vitest';
import type { Dialect, ParsedSpan } from './dialect.ts';
import { DialectFailure, heldParser } from './dialect-failure.ts';
import { gemma4 } from './gemma4.ts';

const parserOf = (push: () => readonly ParsedSpan[]) =>
	heldParser({ ...gemma4, name: 'arrow', parser: () => ({ push, end: () => [] }) } satisfies Dialect, 'lenient');

describe('a parser of a dialect', () => {
	it('that throws is told by dialect and place', () => {
		const failing = parserOf(() => {
			throw new Error('boom');
		});
		expect(() => failing.push('a')).toThrow(DialectFailure);
		expect(() => failing.push('a')).toThrow(
			/^dialect arrow: its parser throws Error: boom \(at .*dialect-failure\.test\.ts:/u,
		);
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
