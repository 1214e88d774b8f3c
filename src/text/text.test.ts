import { expect, it } from 'vitest';
import { spreadsheetText, withoutOptions } from './text.ts';

it('a cell is no formula, moves no cursor and turns no text', () => {
	expect(spreadsheetText(' =1+1')).toBe("' =1+1");
	expect(spreadsheetText('a\u009b31m\u202eb\u2066c\u0000\n한글')).toBe('a\ufffd31m\ufffdb\ufffdc\ufffd\n한글');
});

it.each([
	['gemmark run -m a.gguf --limit 3', 'gemmark run --limit 3'],
	["gemmark run --model 'a b.gguf' --limit 3", 'gemmark run --limit 3'],
	["gemmark run '--model=out/*/m.gguf' --limit 3", 'gemmark run --limit 3'],
	["gemmark run --model 'it'\\''s.gguf' '--model=it'\\''s.gguf' --limit 3", 'gemmark run --limit 3'],
	['gemmark run --model=~/a.gguf --model-card x', 'gemmark run --model-card x'],
])('%s without its models is %s', (command, rest) => {
	expect(withoutOptions(command, '-m', '--model')).toBe(rest);
});
