const SCRIPTS = [
	'globalThis.pwned=1',
	'alert(1)',
	"fetch('http://example.invalid/x')",
	"location='http://example.invalid/y'",
] as const;
const NUMBERS = ['1+1', 'SUM(A1:A9)', "cmd|'/C calc'!A0", 'HYPERLINK("http://example.invalid")'] as const;

/** 256 texts that attack whatever shows them: eight kinds, 32 of each. A script that ran would set `pwned` or open a dialog. */
export const PAYLOADS: readonly Payload[] = [
	...ofKind('script', [
		...['<script>X</script>', '</script><script>X</script>', '<img src=x onerror="X">', '<svg/onload=X>'],
		...['"><a href="javascript:X" autofocus onfocus="X">', "'><iframe srcdoc='<script>X</script>'></iframe>"],
		...[
			'--><!-- ]]><script>X</script>',
			'</style></title></textarea></template><body onpageshow=X><details open ontoggle=X>',
		],
	]),
	...ofKind('formula', ['=N', ' =N', '\n=N', '\t=N', '＝N', '+N', '-N', '@N']),
	...ofKind('terminal', [
		...['\u001b]52;c;N\u0007', '\u001b[2J\u001b[HN', '\u001b]0;N\u001b\\', '\u009b31mN', '\u001bP+qN\u001b\\'],
		...['\rN\u0008\u0008', '\u001b]8;;http://example.invalid/N\u0007x', '\u0000\u0007\u007f\u0085N'],
	]),
	...ofKind('bidi', [
		'\u202eN',
		'\u2066N\u2069',
		'\u200fN',
		'\u061cN',
		'\u202dN\u202c',
		'\u2067N',
		'\u2068N',
		'N\u2029',
	]),
	...ofKind('zero-width', [
		'\u200bN',
		'N\ufeff',
		'\u2060N',
		'\u00adN',
		'\u180eN',
		'\ufff9N\ufffb',
		'\u{e0041}N',
		'\u200dN',
	]),
	...ofKind('path', [
		...['../../../../tmp/gemmark-N', '..\\..\\N', '/etc/N', 'file:///etc/N', 'CON.N', '~/N', 'N/../../N', '%2e%2e%2fN'],
	]),
	...ofKind('template', [
		...[
			'{{N}}',
			'\u0024{N}',
			'{% for a in range(9) %}N{% endfor %}',
			'<%= N %>',
			'$(touch N)',
			'`N`',
			'[x](javascript:X) N',
			'| N | ![x](http://example.invalid/N) |',
		],
	]),
	...ofKind('huge', [
		'가N'.repeat(4000),
		'N '.repeat(9000),
		'<'.repeat(9000),
		'\n'.repeat(900),
		'👩‍👩‍👧'.repeat(900),
		'"N'.repeat(4000),
		'\\'.repeat(9000),
		'&'.repeat(9000),
	]),
];

export interface Payload {
	readonly kind: string;
	readonly text: string;
}

/** Each of eight forms four times, with another script, number and frame in it. */
function ofKind(kind: string, forms: readonly string[]): readonly Payload[] {
	return SCRIPTS.flatMap((script, index) =>
		forms.map((form) => ({
			kind,
			text: framed(form.replaceAll('X', script).replaceAll('N', `${NUMBERS[index]}`), index),
		})),
	);
}

function framed(text: string, index: number): string {
	return index % 2 === 0 ? text : `${text} 기록`;
}
