/** Complaints and wishes about one thing: the coach searches for the word. */
export const THINGS: readonly {
	readonly keyword: string;
	readonly troubles: readonly string[];
	readonly wishes: readonly string[];
}[] = [
	{
		keyword: '술',
		troubles: ['술을 너무 자주 마셔', '또 술을 마셨어', '술자리가 너무 많아', '술이 안 줄어'],
		wishes: ['술을 줄이고', '술을 끊고', '술 대신 다른 걸 마시고', '금주하고'],
	},
	{
		keyword: '담배',
		troubles: ['담배를 못 끊겠어', '담배가 늘었어', '자꾸 담배 생각이 나', '담배를 너무 피워'],
		wishes: ['담배를 끊고', '담배를 줄이고', '금연하고'],
	},
	{
		keyword: '야식',
		troubles: ['야식을 자꾸 먹어', '밤마다 야식을 시켜', '야식이 안 끊겨', '야식 때문에 살쪄'],
		wishes: ['야식을 끊고', '야식을 줄이고', '야식을 참아 보고'],
	},
	{
		keyword: '휴대폰',
		troubles: ['휴대폰을 손에서 못 놔', '휴대폰만 봐', '휴대폰을 너무 오래 봐'],
		wishes: ['휴대폰을 덜 보고', '휴대폰을 멀리하고', '휴대폰을 내려놓고'],
	},
	{
		keyword: '카페인',
		troubles: ['카페인을 너무 마셔', '카페인 때문에 두근거려', '카페인이 안 끊겨'],
		wishes: ['카페인을 줄이고', '카페인을 끊고'],
	},
	{ keyword: '명상', troubles: ['명상을 자꾸 까먹어', '명상이 잘 안돼'], wishes: ['명상을 시작하고', '명상을 배우고'] },
	{
		keyword: '스트레칭',
		troubles: ['스트레칭을 자꾸 까먹어', '스트레칭을 안 해'],
		wishes: ['스트레칭을 하고', '스트레칭을 배우고'],
	},
];
