/**
 * Cities that others took over since 1990, with the city of today: tables are older than the
 * register. Towns and villages are left out, because many had one name.
 */
export const formerCities: ReadonlyMap<string, string> = new Map(
  `
奥州市 水沢市 江刺市
大崎市 古川市
由利本荘市 本荘市
南相馬市 原町市
坂東市 岩井市
常総市 水海道市
筑西市 下館市
ひたちなか市 勝田市 那珂湊市
日光市 今市市
那須塩原市 黒磯市
さいたま市 浦和市 大宮市 与野市 岩槻市
ふじみ野市 上福岡市
川口市 鳩ヶ谷市
匝瑳市 八日市場市
香取市 佐原市
西東京市 田無市 保谷市
あきる野市 秋川市
新潟市 新津市 白根市 豊栄市
佐渡市 両津市
長岡市 栃尾市
妙高市 新井市
射水市 新湊市
白山市 松任市
越前市 武生市
甲州市 塩山市
千曲市 更埴市
静岡市 清水市
浜松市 天竜市 浜北市
一宮市 尾西市
津市 久居市
伊賀市 上野市
東近江市 八日市市
丹波篠山市 篠山市
たつの市 龍野市
出雲市 平田市
尾道市 因島市
周南市 徳山市 新南陽市
山陽小野田市 小野田市
四国中央市 伊予三島市 川之江市
西条市 東予市
松山市 北条市
四万十市 中村市
朝倉市 甘木市
嘉麻市 山田市
糸島市 前原市
五島市 福江市
天草市 本渡市 牛深市
霧島市 国分市
薩摩川内市 川内市
奄美市 名瀬市
南さつま市 加世田市
伊佐市 大口市
うるま市 石川市 具志川市
宮古島市 平良市
`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [today = '', ...former] = line.split(' ');
      return former.map((city) => [city, today] as const);
    }),
);
