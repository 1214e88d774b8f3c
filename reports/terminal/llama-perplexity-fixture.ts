/**
 * What the real `llama-perplexity` printed on 2026-11-22 of `mini-q4_0` and `mini-q8_0` against `mini-f16`: llama.cpp
 * v0.5.0, its `tools/perplexity` compiled against the libraries that node-llama-cpp 3 brings, CPU, one thread. The text is
 * the inputs of `lab/mini/heldout.jsonl`, one a line.
 *
 *     llama-perplexity -m mini-f16.gguf -f inputs.txt -c 128 -t 1 -fa off --chunks 4 --save-all-logits f16.kld
 *     llama-perplexity -m mini-q4_0.gguf -c 128 -t 1 -fa off --kl-divergence --kl-divergence-base f16.kld
 */
export const LLAMA_PERPLEXITY: Readonly<
	Record<
		'q4_0' | 'q8_0',
		{ readonly kl: number; readonly p99: number; readonly sameTop: number; readonly deltaP: number }
	>
> = {
	q4_0: { kl: 0.029859, p99: 0.148205, sameTop: 0.90873, deltaP: -0.00462 },
	q8_0: { kl: 0.000217, p99: 0.001128, sameTop: 0.99206, deltaP: -0.00017 },
};

/** "Final estimate" or "Mean PPL(Q)" of each: the tool's own ratio divides by a baseline that it cut at 16 nats. */
export const LLAMA_PERPLEXITIES = { f16: 207.2344, q4_0: 207.263509, q8_0: 207.88967 } as const;

/** Its input tokens from `f16.kld`, in base 36: a chunk begins with BOS; its second half is compared. */
export const LLAMA_CHUNKS: readonly (readonly number[])[] = [
	'2 129 10f 1kq 1zp 1jy 14s 1lf 1y7 18q 1h0 y8 tm 8w 1gq 1n0 g lk sj 1jy sr 23x 1pm 23x 1ki 1qt 1eu 1l6 8w yx 137 g 1z5 1kq 1k0 1he 1ft i6 9r jg n8 uw g 1t3 1jy 1is 1j8 24k 1ky fn 1n8 1qt no 1j8 1ry 1u0 xd 8w ps k2 pw g 1qm 1r3 1jy eq 1uv rv 1js iz gm b1 r4 v2 uw 1js g i0 1j8 1xc 1km 1j8 1mn 1l8 1k0 1ly n1 xk 1ky no 1jy 1j8 1ze 1vx 1k9 1js sb 8w cq x8 g 1or 1p5 1r3 1j8 23i 1q2 e3 1jw cb vb 1ko wq g 1ul 1ls 1mi be 1is 1j8 1hw hh lu 18q 1j8 21u tm my',
	'yx uw g 1kr 14t 1j8 1wo 1o2 10f 1ld 1lf 1j8 1vw 1oy 1j8 202 1jw 8w n8 1q9 g 1nl 1kx 219 1m5 mm 1j8 1pc 1kx 1ka v5 12n sb i6 d5 uw g 1rb 1lc 1kj 1is my 1ob 1l1 xh 1js sa 8w si 1en 1lf g 1r9 1xg hh fh vj 1ic fk fi g4 iv x8 1ka 1n0 g 1ht 1mh 1jy 1xn 1gj 1k9 1ym 1ee 20m rv 1js 165 1k0 1h0 1ft cb 1gq 1n0 g 1jx 1kt 1jy 1hp 9t 1oq 1pd 1kx 1ky r8 se 1gs c9 bt 1kh bk g 1na 1p3 1jy 1el 1mj 1sc eq 24q 1k9 lq 21w 1k9 182 16y qt 1me 1jw 8w xk 1n0 g dm 1fl 13l cq 18q',
	'sm 1fh 8w k2 1g1 g 1kd 1uy mj 1fa 1jw 12n sb i6 vx n8 pw g 1lv 1kq 8w c8 qq 1ly yx 17d g ic 1fh xr zt qq 1ly n8 hq fq xk 1n0 g 1or 1p5 8w 1j8 22o r4 1ly v2 uw g 1ha a6 il 1jy 1oq 1kh w3 xy g g3 1j8 21h 1jx 98 1lg 1jw i6 bk 1n0 g 18u 1k0 jz 1ko wg 8w d5 uw g 1ty 1ef 1ty 1kg d5 137 1n0 g 1na 1mc 1j8 me my vb xc v0 ps g dq 1kj ps 14i vj sb 178 155 g 129 10c 1j8 1wo 1o2 1j8 1y0 1jy 99 1z2 1ka 1js au 1mi tm 8w wq 1n0 g 1kv cn 18o 1ke',
	'1k5 ep j5 jw 1kw bg 1r9 1iu 131 t0 tn 12b 1mt lm 1ka 1n0 g 1kv cn 19f 1ke 1k5 ep lm hs kh h0 fv 1kw ps hc ll 1l4 hh 104 1lf 137 1n0 g 1kv cn 17w 1ke 1lz ep fl kr 1j8 1k7 1k2 1kt 1kw bg 1l1 1j8 1zo sb 1qt 1n0 g 1kv cn 194 1ke 1kc ep 1f6 gp 1kw 13p 178 1jy 10l ie g 1kv cn 168 1ke 1k5 ep ry jo ku 1kw 1j8 1sg 1qe ty 1h8 lu rx 1n0 g cj 1ke 1k5 ru k2 1fv g gn jo 1jw 12o 13p 13w 1hk 1n0 g 1lx cx ko h9 1jy 1j8 218 1ku ll 1l4 1sc k2 pw g 1mb 8w vb 1t0',
].map((chunk) => chunk.split(' ').map((token) => Number.parseInt(token, 36)));
