/**
 * Variant kanji: different ways of writing one character.
 *
 * A pair is listed if (1) it is an old and new form in the official jōyō or jinmeiyō tables, or a popular form that name
 * registers replace with the standard one, and (2) a reader regards names written with either as the same. Characters
 * that only sound or look alike (坂 and 阪, 籐 and 藤, 杉 and 椙) are not listed. Compatibility ideographs that NFKC already
 * unifies (福 U+FA1B, 神 U+FA19) need no entry. Only loose keys use this table, and a loose key never does more than
 * produce a candidate. So 齊 and 齋, which the tables distinguish, are one group here, because people mix them up in 斉藤
 * and 斎藤.
 *
 * Each word below is one group: first the form used in keys, then its variants.
 */
const OLD_AND_NEW_FORMS = `
亜亞 悪惡 圧壓 囲圍 医醫 為爲 壱壹 稲稻 飲飮 隠隱 営營 栄榮 衛衞 駅驛 円圓 塩鹽 縁緣 艶艷 応應 欧歐 殴毆 桜櫻 奥奧
横橫 温溫 穏穩 仮假 価價 画畫 会會 懐懷 壊壞 絵繪 拡擴 殻殼 覚覺 学學 岳嶽 楽樂 勧勸 巻卷 寛寬 歓歡 缶罐 観觀 関關
陥陷 顔顏 帰歸 気氣 亀龜 偽僞 戯戲 犠犧 旧舊 拠據 挙擧 虚虛 峡峽 挟挾 狭狹 郷鄕 暁曉 区區 駆驅 勲勳 薫薰 径徑 恵惠
掲揭 渓溪 経經 継繼 茎莖 蛍螢 軽輕 鶏鷄 芸藝 撃擊 欠缺 倹儉 剣劍劔剱劒釼 圏圈 検檢 権權 献獻 研硏 県縣 険險 顕顯
験驗 厳嚴 効效 広廣 恒恆 鉱鑛礦 号號 国國 黒黑 済濟 砕碎 斉齊斎齋 剤劑 冊册 雑雜 参參 惨慘 桟棧 蚕蠶 賛贊 残殘 糸絲
歯齒 児兒 辞辭 湿濕 実實 舎舍 写寫 釈釋 寿壽 収收 従從 渋澁 獣獸 縦縱 粛肅 処處 緒緖 叙敍敘 尚尙 奨奬 将將 渉涉
焼燒 称稱 証證 乗乘 剰剩 壌壤 嬢孃 条條 浄淨 状狀 畳疊 穣穰 譲讓 醸釀 嘱囑 触觸 寝寢 慎愼 晋晉 真眞 尽盡 図圖 粋粹
酔醉 随隨 髄髓 数數 枢樞 声聲 静靜 摂攝 窃竊 専專 戦戰 浅淺 潜潛 繊纖 践踐 銭錢 禅禪 曽曾 双雙 壮壯 捜搜 挿插 巣巢
争爭 総總 聡聰 荘莊 装裝 騒騷 増增 臓臟 蔵藏 属屬 続續 堕墮 体體 対對 帯帶 滞滯 台臺 滝瀧 択擇 沢澤 単單 担擔 胆膽
団團 弾彈 断斷 痴癡 遅遲 昼晝 虫蟲 鋳鑄 庁廳 聴聽 鎮鎭 逓遞 鉄鐵鐡銕鉃 転轉 点點 伝傳 党黨 盗盜 灯燈 当當 闘鬭 徳德
独獨 読讀 届屆 弐貳 脳腦 覇霸 廃廢 拝拜 売賣 麦麥 発發 髪髮 抜拔 蛮蠻 秘祕 浜濱濵 瓶甁 払拂 仏佛 並竝 変變 辺邊邉
弁辨瓣辯 舗舖 歩步 穂穗 宝寶寳 褒襃 豊豐 没沒 翻飜 槙槇 万萬 満滿 黙默 餅餠 弥彌 訳譯 薬藥 与與 予豫 余餘 誉譽 揺搖
様樣 謡謠 遥遙 来來 頼賴 乱亂 覧覽 竜龍 両兩 猟獵 緑綠 塁壘 涙淚 励勵 礼禮 隷隸 霊靈 齢齡 暦曆 歴歷 恋戀 錬鍊 炉爐
労勞 楼樓 郎郞 禄祿 湾灣 瑶瑤 凛凜 尭堯 巌巖 晃晄 桧檜 亘亙 彦彥 教敎 青靑 清淸 黄黃 戸戶 毎每 産產 姫姬 即卽 内內
呉吳 告吿 強强 悦悅 戻戾 晩晚 概槪 歳歲 絶絕 脱脫 説說 鋭銳 閲閱 税稅 隣鄰 鴎鷗 麹麴 麺麵 祷禱 涛濤 鶯鴬 蝉蟬 蝋蠟
醤醬 頬頰 噛嚙 屏屛 掻搔 填塡 剥剝 繋繫 痩瘦 掴摑 焔焰 侠俠 莱萊 薮藪 諌諫 躯軀 鹸鹼 蒋蔣 騨驒 祢禰 砺礪 蛎蠣 籠篭
`;

const POPULAR_FORMS = `
高髙 崎﨑嵜 島嶋嶌 富冨 館舘 峰峯 淵渕渊 柳栁 桑桒 船舩 橋槗 昇曻 野埜 磯礒 枡桝 昂昻 迪廸 達逹 村邨 喜㐂 吉𠮷
土圡𡈽 叱𠮟 鶴靏靍 欅﨔 協恊
民⺠ 虎⻁ 西⻄ 長⻑ 青⻘ 食⻝ 鬼⻤ 麦⻨ 黄⻩ 斉⻫ 歯⻭ 竜⻯ 亀⻲
`;

/** Every listed variant with the form used in keys, e.g. 髙 to 高. A form used in keys is never itself a variant. */
export const KANJI_VARIANTS: ReadonlyMap<string, string> = new Map(
  `${OLD_AND_NEW_FORMS} ${POPULAR_FORMS}`
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [standard = '', ...variants] = group;
      return variants.map((variant): [string, string] => [variant, standard]);
    }),
);
