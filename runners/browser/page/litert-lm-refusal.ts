/**
 * The call that LiteRT-LM's parser refused, quoted in its error, with the tokens around it: such a call fails the whole
 * turn by default (`return_error_on_parse_failure`). Undefined for other failures. Source: `ParseTextAndToolCalls`,
 * runtime/components/tool_use/parser_utils.cc of google-ai-edge/LiteRT-LM, as in @litert-lm/core 0.17.1 and before (`from
 * response: .. with error: ..`); google-ai-edge/LiteRT-LM issue 2202; read 2026-11-22.
 */
export function refusedCall(message: string): string | undefined {
	const quoted = /Failed to parse tool calls from (?:code block|response): ([\s\S]*)$/u.exec(message)?.[1];
	const [block = '', response = ''] = quoted?.split(/\nfull response: |\nerror: | with error: /u) ?? [];
	if (block.trim() === '') return undefined;
	const at = response.indexOf(block);
	if (at === -1) return block.trim();
	const before = /<[^<>\s]*>$/u.exec(response.slice(0, at))?.[0] ?? '';
	const after = /^<[^<>\s]*>/u.exec(response.slice(at + block.length))?.[0] ?? '';
	return before + block + after;
}
