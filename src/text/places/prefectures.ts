import { foldKanjiVariants } from '../letters/kanji-variants.ts';
import { foldCase, normalizeText } from '../letters/normalize.ts';
import { toRomajiKey } from '../letters/romaji.ts';

export interface Prefecture {
  /** JIS X 0401, two digits. */
  readonly code: string;
  /** 東京都 */
  readonly name: string;
  /** 東京 */
  readonly shortName: string;
  /** トウキョウト */
  readonly kana: string;
  /** Tokyo */
  readonly romaji: string;
}

const TABLE = `
北海道 ホッカイドウ Hokkaido
青森県 アオモリケン Aomori
岩手県 イワテケン Iwate
宮城県 ミヤギケン Miyagi
秋田県 アキタケン Akita
山形県 ヤマガタケン Yamagata
福島県 フクシマケン Fukushima
茨城県 イバラキケン Ibaraki
栃木県 トチギケン Tochigi
群馬県 グンマケン Gunma
埼玉県 サイタマケン Saitama
千葉県 チバケン Chiba
東京都 トウキョウト Tokyo
神奈川県 カナガワケン Kanagawa
新潟県 ニイガタケン Niigata
富山県 トヤマケン Toyama
石川県 イシカワケン Ishikawa
福井県 フクイケン Fukui
山梨県 ヤマナシケン Yamanashi
長野県 ナガノケン Nagano
岐阜県 ギフケン Gifu
静岡県 シズオカケン Shizuoka
愛知県 アイチケン Aichi
三重県 ミエケン Mie
滋賀県 シガケン Shiga
京都府 キョウトフ Kyoto
大阪府 オオサカフ Osaka
兵庫県 ヒョウゴケン Hyogo
奈良県 ナラケン Nara
和歌山県 ワカヤマケン Wakayama
鳥取県 トットリケン Tottori
島根県 シマネケン Shimane
岡山県 オカヤマケン Okayama
広島県 ヒロシマケン Hiroshima
山口県 ヤマグチケン Yamaguchi
徳島県 トクシマケン Tokushima
香川県 カガワケン Kagawa
愛媛県 エヒメケン Ehime
高知県 コウチケン Kochi
福岡県 フクオカケン Fukuoka
佐賀県 サガケン Saga
長崎県 ナガサキケン Nagasaki
熊本県 クマモトケン Kumamoto
大分県 オオイタケン Oita
宮崎県 ミヤザキケン Miyazaki
鹿児島県 カゴシマケン Kagoshima
沖縄県 オキナワケン Okinawa
`;

/** The 47 prefectures in the order of their codes. */
export const prefectures: readonly Prefecture[] = TABLE.trim()
  .split('\n')
  .map((line, at) => {
    const [name = '', kana = '', romaji = ''] = line.split(' ');
    const shortName = name === '北海道' ? name : name.slice(0, -1);
    return { code: String(at + 1).padStart(2, '0'), name, shortName, kana, romaji };
  });

const byCode = new Map(prefectures.map((each) => [Number(each.code), each]));
const byName = new Map(
  prefectures.flatMap((each) => [[each.name, each] as const, [each.shortName, each] as const]),
);
const byReading = new Map(
  prefectures.flatMap((each) => [
    [toRomajiKey(each.romaji), each] as const,
    [toRomajiKey(each.kana), each] as const,
  ]),
);

const longestName = Math.max(...prefectures.map(({ name }) => name.length));

/** Far longer than any real spelling. */
const maxSpellingLength = 100;
const KANA_OR_LATIN = /^[ぁ-ゖァ-ヺーa-zāēīōūâêîôû' -]+$/;
const LATIN_SUFFIX = /[\s-]+(?:to|do|fu|ken|prefecture|pref)$/;

/**
 * Reads 東京都, 東京, 廣島縣, とうきょう, トウキョウト, Tokyo, tokyo-to, Tokyo Prefecture, 13, １３ or JP-13.
 * @returns undefined for anything that is not exactly one prefecture
 */
export function parsePrefecture(input: string): Prefecture | undefined {
  if (input.length > maxSpellingLength) return undefined;
  const text = foldCase(normalizeText(input));
  const code = /^(?:jp-)?(\d{1,2})$/.exec(text)?.[1];
  if (code !== undefined) return byCode.get(Number(code));
  const joined = text.replaceAll(' ', '');
  const named = byName.get(joined);
  if (named !== undefined) return named;
  // 廣島縣
  if (!KANA_OR_LATIN.test(text))
    return joined.length <= longestName ? byName.get(foldKanjiVariants(joined)) : undefined;
  return byReading.get(toRomajiKey(text.replace(LATIN_SUFFIX, '')));
}
