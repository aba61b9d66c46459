/** The many forms in which talk and bank details are written down, and lists and amounts in the same forms. All are made up. */

type Sample = readonly [kind: string, text: string];

/** Refused as `raw_transcript`. */
export const talkInForms: readonly Sample[] = [
  [
    'minutes with blanks after names',
    '経営会議 議事録\n高橋　では資金繰りから始めます。\n渡辺　三月末で二億円ほど残ります。\n高橋　借入は要りますか。\n渡辺　今のところ要りません。',
  ],
  [
    'interview with a tab',
    '聞き手\t起業の理由は。\n会長\t誰もやらないから。\n聞き手\t迷いは。\n会長\tない。',
  ],
  [
    'two names with long dashes',
    'Peter — We lost the tender.\nSusan — By how much?\nPeter — Four percent.\nSusan — Then we match it next time.',
  ],
  [
    'three names without questions',
    'Emma: The plant in Nagoya closes in May.\nDavid: Nobody has informed the union.\nEmma: The letter is with legal.\nLaura: Legal sent it back.\nDavid: It has to go out this week.',
  ],
  [
    'screenplay in Japanese',
    '伊藤\n値上げは避けたい。\n\n加藤\nもう限界だ。\n\n伊藤\nでは秋まで待とう。\n\n加藤\n秋では遅い。',
  ],
  [
    'one paragraph in Japanese',
    '記者：今期の見通しは。社長：増益を見込む。記者：理由は。社長：円安だ。記者：配当は。社長：増やす。',
  ],
  [
    'one paragraph, full names',
    'Robert Miller: What is the plan? Helen Clark: Two new shops. Robert Miller: And the cost? Helen Clark: A million each.',
  ],
  [
    'council with circles',
    '○委員長（山田一郎君）　ただいまから委員会を開会いたします。\n○中村委員　補助金の執行率を伺います。\n○経済部長（小川二郎君）　八割でございます。\n○中村委員　残りはどうされますか。\n○経済部長（小川二郎君）　繰り越します。',
  ],
  [
    'call as printed',
    'Operator\nWe will now take questions.\n\nDaniel Brown -- Morgan Stanley -- Analyst\nCongratulations on the quarter. How are margins?\n\nKenji Mori -- Chief Financial Officer\nMargins improved by a point.\n\nDaniel Brown -- Morgan Stanley -- Analyst\nVery helpful.',
  ],
  [
    'printed call with commas',
    'Operator\nPlease go ahead.\n\nYuki Sato, CFO\nRevenue rose by nine percent.\n\nJane Smith, Analyst\nWhat drove it?\n\nYuki Sato, CFO\nOverseas demand.',
  ],
  [
    'bold names in HTML list',
    '<ul><li><strong>山口</strong>：在庫が多いですね。</li>\n<li><strong>松本</strong>：減らします。</li>\n<li><strong>山口</strong>：いつまでに？</li>\n<li><strong>松本</strong>：六月までに。</li></ul>',
  ],
  [
    'HTML table',
    '<tr><td>Paul</td><td>Is the contract signed?</td></tr>\n<tr><td>Anna</td><td>Not yet.</td></tr>\n<tr><td>Paul</td><td>When will it be?</td></tr>\n<tr><td>Anna</td><td>On Monday.</td></tr>',
  ],
  [
    'definition list in HTML',
    '<dt>小林</dt><dd>工場はいつ動きますか。</dd>\n<dt>斎藤</dt><dd>来月です。</dd>\n<dt>小林</dt><dd>人は足りますか。</dd>\n<dt>斎藤</dt><dd>足りません。</dd>',
  ],
  [
    'numbered questions with an officer',
    '問1　配当方針は。\n答1　社長　増配する。\n問2　投資は。\n答2　社長　五十億円を予定する。',
  ],
  [
    'dashes and plain answers',
    '――なぜ今なのですか。\n市場が動いたからです。\n――勝算は。\nあります。\n――競合をどう見ますか。\n強い相手です。',
  ],
  ['pairs of letters', 'K: 納期は守れるのか\nM: 無理だ\nK: では断ろう\nM: それも困る\nK: どうしたい'],
  [
    'YAML with who and said',
    '- who: Tom\n  said: Is it done?\n- who: Kate\n  said: Almost.\n- who: Tom\n  said: Hurry up.',
  ],
  [
    'XML with names',
    '<u who="Mark">Where is the report?</u>\n<u who="Lisa">On your desk.</u>\n<u who="Mark">I cannot see it.</u>\n<u who="Lisa">Under the lamp.</u>',
  ],
  ['arrows in English', 'Jack -> did the bank answer?\nSarah -> no\nJack -> call them\nSarah -> ok'],
  [
    'offices in brackets',
    '[議長] 第二号議案に移ります。\n[株主] 反対だ。\n[議長] 理由は。\n[株主] 報酬が高すぎる。',
  ],
  [
    'plain remarks with titles',
    '営業部長：値引きは限界。\n工場長：増産はできる。\n営業部長：売り先がない。\n工場長：海外がある。\n営業部長：時間がかかる。',
  ],
  [
    'quoted names in plain words',
    '中島「金利が上がる」\n藤田「借り換えよう」\n中島「銀行は渋る」\n藤田「別の銀行に行く」',
  ],
  [
    'mixed first names with initials',
    'Alice M.: The audit found two gaps.\nBob K.: Both are closed now.\nAlice M.: The report says one is open.\nBob K.: That is an old version.',
  ],
  [
    'headings with titles',
    '## 記者\n売却の理由は。\n## 社長\n本業に集中する。\n## 記者\n次は。\n## 社長\n未定だ。',
  ],
  [
    '取締役会議事録 / 日時 2026年4月1日 10時',
    '取締役会議事録\n日時 2026年4月1日 10時\n出席者 田中、鈴木、佐藤\n\n田中　それでは始めます。\n鈴木　売上の件ですが、昨年より落ちています。\n佐藤　原因は何ですか。\n鈴木　主要顧客の離脱です。\n田中　承知しました。',
  ],
  [
    '議事録 / 田中社長　本日はお集まりいただきありがとうございます。',
    '議事録\n田中社長　本日はお集まりいただきありがとうございます。\n鈴木部長　予算は三億円でお願いしたい。\n田中社長　高いな。\n鈴木部長　これ以上は下げられません。',
  ],
  [
    '(田中) 予算はどうなりましたか / (鈴木) まだ決まっていません',
    '(田中) 予算はどうなりましたか\n(鈴木) まだ決まっていません\n(田中) いつ決まりますか\n(鈴木) 来週です',
  ],
  ['T: 予算を上げたい / S: 無理だ', 'T: 予算を上げたい\nS: 無理だ\nT: なぜ\nS: 赤字だから\nT: では次回'],
  [
    '【田中】予算を上げたい。 / 【鈴木】無理だ。',
    '【田中】予算を上げたい。\n【鈴木】無理だ。\n【田中】なぜ無理なのか説明してほしい。\n【鈴木】赤字だからだ。',
  ],
  [
    '田中「予算を上げたい」 / 鈴木「無理だ」',
    '田中「予算を上げたい」\n鈴木「無理だ」\n田中「なぜ」\n鈴木「赤字だから」',
  ],
  [
    'John: Revenue fell last quarter. / Mary:',
    'John: Revenue fell last quarter.\nMary: The Osaka plant closed.\nJohn: Costs went up too.\nMary: The board met on Monday.\nJohn: A decision is due Friday.',
  ],
  [
    'John - Hi Mary, how are you? / Mary - Go',
    'John - Hi Mary, how are you?\nMary - Good, thanks. And you?\nJohn - Fine. Did you get the offer?\nMary - Yes I did.',
  ],
  [
    'JOHN / Hi Mary, did you get the offer?',
    'JOHN\nHi Mary, did you get the offer?\n\nMARY\nYes, I did. Thank you.\n\nJOHN\nGreat. Can you sign by Friday?\n\nMARY\nSure.',
  ],
  [
    'John; Hi Mary, did you get it? / Mary; Y',
    'John; Hi Mary, did you get it?\nMary; Yes I did.\nJohn; Can you sign?\nMary; Sure.',
  ],
  [
    'John： Did you get it? Mary: Yes I did, t',
    'John： Did you get it? Mary: Yes I did, thanks. John: Can you sign by Friday? Mary: Sure, no problem. John: Great.',
  ],
  [
    'John = Did you get it? / Mary = Yes I di',
    'John = Did you get it?\nMary = Yes I did.\nJohn = Can you sign?\nMary = Sure.',
  ],
  [
    'John\tDid you get it? / Mary\tYes I did.',
    'John\tDid you get it?\nMary\tYes I did.\nJohn\tCan you sign?\nMary\tSure.',
  ],
  [
    '| Who | Said | / |---|---|',
    '| Who | Said |\n|---|---|\n| John | Did you get it? |\n| Mary | Yes I did. |\n| John | Can you sign? |\n| Mary | Sure. |',
  ],
  [
    '1. John: Did you get it? / 2. Mary: Yes',
    '1. John: Did you get it?\n2. Mary: Yes I did.\n3. John: Can you sign?\n4. Mary: Sure.',
  ],
  [
    '<p><b>John:</b> Did you get it?</p> / <p',
    '<p><b>John:</b> Did you get it?</p>\n<p><b>Mary:</b> Yes I did.</p>\n<p><b>John:</b> Can you sign?</p>\n<p><b>Mary:</b> Sure.</p>',
  ],
  [
    '### John / Did you get it?',
    '### John\nDid you get it?\n### Mary\nYes I did.\n### John\nCan you sign?\n### Mary\nSure.',
  ],
  [
    '記者　業績の見通しは。 / 社長　増収を見込む。',
    '記者　業績の見通しは。\n社長　増収を見込む。\n記者　理由は。\n社長　海外が好調だ。',
  ],
  [
    '――業績の見通しは。 / 「増収を見込みます」',
    '――業績の見通しは。\n「増収を見込みます」\n――理由は。\n「海外が好調だからです」',
  ],
  [
    'Q. 業績の見通しは。 / A. 増収を見込んでいます。',
    'Q. 業績の見通しは。\nA. 増収を見込んでいます。\nQ. 理由は何ですか。\nA. 海外が好調だからですね。',
  ],
  [
    'Q1：業績の見通しは？ / A1：社長　増収を見込みます。',
    'Q1：業績の見通しは？\nA1：社長　増収を見込みます。\nQ2：理由は？\nA2：CFO　海外が好調です。\nQ3: 為替は？\nA3: 社長 150円です。',
  ],
  [
    '00:00:12 田中太郎: おはようございます / 00:00:15 鈴木花子',
    '00:00:12 田中太郎: おはようございます\n00:00:15 鈴木花子: おはようございます\n00:00:20 田中太郎: では始めます',
  ],
  [
    '[田中太郎] 10:02:33 / おはようございます',
    '[田中太郎] 10:02:33\nおはようございます\n[鈴木花子] 10:02:40\nおはようございます\n[田中太郎] 10:03:00\nでは始めます',
  ],
  ['WEBVTT /', 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\nJohn Smith: Hello everyone'],
  [
    '**John Smith**   0:03 / Hello everyone.',
    '**John Smith**   0:03\nHello everyone.\n\n**Mary Jones**   0:07\nHi John.\n\n**John Smith**   0:11\nLet us start.',
  ],
  [
    'John Smith / 0 minutes 3 seconds',
    'John Smith\n0 minutes 3 seconds\nHello everyone.\n\nMary Jones\n0 minutes 7 seconds\nHi John.\n\nJohn Smith\n0 minutes 11 seconds\nLet us start.',
  ],
  [
    '[10:02] John Smith / Hello everyone.',
    '[10:02] John Smith\nHello everyone.\n[10:03] Mary Jones\nHi John.\n[10:04] John Smith\nLet us start.',
  ],
  [
    '2026/04/01 10:02 田中 太郎 / おはようございます',
    '2026/04/01 10:02 田中 太郎\nおはようございます\n2026/04/01 10:03 鈴木 花子\nおはようございます\n2026/04/01 10:05 田中 太郎\n始めます',
  ],
  [
    '1 / 00:00:01,000 --> 00:00:04,000',
    '1\n00:00:01,000 --> 00:00:04,000\nHello everyone\n\n2\n00:00:05,000 --> 00:00:08,000\nHi John',
  ],
  [
    '00:01.000 --> 00:04.000 / Hello everyone',
    '00:01.000 --> 00:04.000\nHello everyone\n00:05.000 --> 00:08.000\nHi',
  ],
  [
    'John Smith  0:03   / Hello everyone.',
    'John Smith  0:03  \nHello everyone. \n\nMary Jones  0:07  \nHi John.\n\nUnknown Speaker  0:11  \nLet us start.\nJohn Smith  0:15\nok',
  ],
  [
    'John Smith: Hello everyone. /',
    'John Smith: Hello everyone.\n\nMary Jones: Hi John.\n\n00:01:00\n \nJohn Smith: Let us start.',
  ],
  [
    '文字起こし / 00:00:00',
    '文字起こし\n00:00:00\n田中太郎: それでは始めましょう\n鈴木花子: はい\n00:01:00\n田中太郎: 一点目です',
  ],
  [
    '2026/04/01(水) / 10:02\t田中\tおはよう',
    '2026/04/01(水)\n10:02\t田中\tおはよう\n10:03\t鈴木\tおはようございます\n10:05\t田中\t例の件どう？',
  ],
  [
    '2026.04.01 水曜日 / 10:02 田中 おはよう',
    '2026.04.01 水曜日\n10:02 田中 おはよう\n10:03 鈴木 おはようございます\n10:05 田中 例の件どう？',
  ],
  [
    '田中太郎  10:02 AM / 例の件どうなりました？',
    '田中太郎  10:02 AM\n例の件どうなりました？\n鈴木花子  10:03 AM\nまだです\n田中太郎  10:05 AM\n了解',
  ],
  [
    '[2026/04/01 10:02:33] John: Hi / [2026/0',
    '[2026/04/01 10:02:33] John: Hi\n[2026/04/01 10:02:40] Mary: Hello\n[2026/04/01 10:03:00] John: ready?',
  ],
  [
    '01/04/26, 10:02 - John: Hi / 01/04/26, 1',
    '01/04/26, 10:02 - John: Hi\n01/04/26, 10:02 - Mary: Hello\n01/04/26, 10:03 - John: ready?',
  ],
  [
    '○議長（田中太郎君）　これより会議を開きます。 / ○鈴木花子君　質問いたします',
    '○議長（田中太郎君）　これより会議を開きます。\n○鈴木花子君　質問いたします。予算について伺います。\n○国務大臣（佐藤一郎君）　お答えいたします。\n○鈴木花子君　再度伺います。',
  ],
  [
    '弁護人：あなたは当日どこにいましたか。 / 証人：会社におりました。',
    '弁護人：あなたは当日どこにいましたか。\n証人：会社におりました。\n弁護人：誰といましたか。\n証人：部長とです。',
  ],
  [
    'Operator / Good day and welcome to the c',
    'Operator\nGood day and welcome to the call.\n\nTakeshi Tanaka -- Chief Executive Officer\nThank you. Revenue rose.\n\nMary Jones -- Goldman Sachs -- Analyst\nHi, thanks for taking my question.\n\nTakeshi Tanaka -- Chief Executive Officer\nSure.',
  ],
  [
    '本日はですね、皆さんお忙しい中お集まりいただきまして、ありがとうございます。えー',
    '本日はですね、皆さんお忙しい中お集まりいただきまして、ありがとうございます。えー、今期の業績なんですけれども、まあ、あのー、ちょっと厳しいということでですね、えー、私としては。',
  ],
  ['Speaker 1: hello / Speaker 2: hi', 'Speaker 1: hello\nSpeaker 2: hi\nSpeaker 1: revenue fell'],
  [
    '話者A 予算はどうなりましたか / 話者B まだです',
    '話者A 予算はどうなりましたか\n話者B まだです\n話者A いつですか\n話者B 来週です',
  ],
  [
    '田中 → 予算どうなった？ / 鈴木 → まだです',
    '田中 → 予算どうなった？\n鈴木 → まだです\n田中 → いつ？\n鈴木 → 来週です',
  ],
  [
    '田中｜予算どうなった？ / 鈴木｜まだです',
    '田中｜予算どうなった？\n鈴木｜まだです\n田中｜いつ？\n鈴木｜来週です',
  ],
  ['田中：予算どうなった？ / 鈴木：まだです。', '田中：予算どうなった？\n鈴木：まだです。\n田中：了解です。'],
  [
    '<turn speaker="John">Did you get it?</tu',
    '<turn speaker="John">Did you get it?</turn>\n<turn speaker="Mary">Yes I did.</turn>\n<turn speaker="John">Can you sign?</turn>',
  ],
  [
    '- speaker: John /   text: Did you get it',
    '- speaker: John\n  text: Did you get it?\n- speaker: Mary\n  text: Yes I did.\n- speaker: John\n  text: Can you sign?',
  ],
  [
    '松田：来期は厳しい。 / 岡田：でも受注は増えている。',
    '松田：来期は厳しい。\n岡田：でも受注は増えている。\n松田：利益が出ていない。\n岡田：値上げするしかない。',
  ],
  [
    'Interviewer / Why did you leave?',
    'Interviewer\nWhy did you leave?\n\nCandidate\nThe commute was long.\n\nInterviewer\nAnything else?\n\nCandidate\nNo.',
  ],
  [
    '【司会】次の議題です。【山本】資料をご覧ください。【司会】質問は。【井上】費用は',
    '【司会】次の議題です。【山本】資料をご覧ください。【司会】質問は。【井上】費用はいくらですか。【山本】三億円です。',
  ],
  [
    'Q（記者）為替の影響は。 / A（社長）軽微だ。',
    'Q（記者）為替の影響は。\nA（社長）軽微だ。\nQ（記者）価格は。\nA（社長）据え置く。',
  ],
  [
    'tanaka: where is the file / sato: on the',
    'tanaka: where is the file\nsato: on the drive\ntanaka: which folder\nsato: sales',
  ],
  [
    '会議メモ / 清水さん　納期が厳しいです',
    '会議メモ\n清水さん　納期が厳しいです\n森さん　一週間延ばせますか\n清水さん　難しいですが聞いてみます\n森さん　助かります',
  ],
  [
    '議事録 / 田中：本日の議題は予算です。',
    '議事録\n田中：本日の議題は予算です。\n鈴木：予算は三億円です。\n田中：承知しました。',
  ],
  ['議事録 /', '議事録\n\n田中：予算は三億円。\n鈴木：二億円に減額を。\n田中：検討する。\n鈴木：頼む。'],
  [
    'John: We should buy the plant. / Mary: I',
    'John: We should buy the plant.\nMary: I agree with you.\nJohn: Then let us go.',
  ],
  [
    'John: We close the deal Friday. / Mary:',
    'John: We close the deal Friday.\nMary: Legal needs a week.\nJohn: Push them.\nMary: Fine.',
  ],
  [
    '記者：今期の見通しは。 / 社長：増収を見込む。',
    '記者：今期の見通しは。\n社長：増収を見込む。\n記者：理由は。\n社長：海外が好調だ。',
  ],
  [
    '記者「今期の見通しは」 / 社長「増収を見込む」',
    '記者「今期の見通しは」\n社長「増収を見込む」\n記者「理由は」\n社長「海外が好調だ」',
  ],
  [
    '10:02:33 From John Smith to Everyone: /',
    '10:02:33 From John Smith to Everyone:\n Hello\n10:02:40 From Mary to Everyone:\n Hi\n10:03:11 From John Smith to Everyone:\n ok',
  ],
  [
    '10:02:33 開始 田中 太郎 に 全員: /  こんにちは',
    '10:02:33 開始 田中 太郎 に 全員:\n こんにちは\n10:02:40 開始 鈴木 に 全員:\n はい\n10:03:11 開始 田中 太郎 に 全員:\n 了解',
  ],
  [
    '1 / 00:00:01.000 --> 00:00:04.000',
    '1\n00:00:01.000 --> 00:00:04.000\nJohn Smith: Hello everyone\n\n2\n00:00:05.000 --> 00:00:06.000\nMary: Hi',
  ],
  ['<v John Smith>Hello everyone.</v> / <v M', '<v John Smith>Hello everyone.</v>\n<v Mary>Hi</v>'],
  [
    '田中 太郎   0:03 / おはようございます。',
    '田中 太郎   0:03\nおはようございます。\n\n鈴木 花子   0:07\nおはようございます。\n\n田中 太郎   0:11\n始めます。\n\n鈴木 花子   0:15\nはい。',
  ],
  ['WEBVTT /', '\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nhi'],
  ['webvtt /', 'webvtt\n\n00:00:01.000 --> 00:00:02.000\nhi'],
  [
    '1 00:00:01,000 --> 00:00:04,000 Hello ev',
    '1 00:00:01,000 --> 00:00:04,000 Hello everyone 2 00:00:05,000 --> 00:00:08,000 Hi John 3 00:00:09,000 --> 00:00:10,000 ok',
  ],
  ['1 / 00:00:01,000 --> 00:00:04,000', '1\n00:00:01,000 --> 00:00:04,000\nHello everyone, the revenue fell'],
  [
    '> 1 / > 00:00:01,000 --> 00:00:04,000',
    '> 1\n> 00:00:01,000 --> 00:00:04,000\n> Hello\n>\n> 2\n> 00:00:05,000 --> 00:00:08,000\n> Hi',
  ],
  [
    '| 1 | 00:00:01,000 --> 00:00:04,000 | He',
    '| 1 | 00:00:01,000 --> 00:00:04,000 | Hello |\n| 2 | 00:00:05,000 --> 00:00:08,000 | Hi |',
  ],
  [
    '- 00:00:01,000 --> 00:00:04,000 Hello /',
    '- 00:00:01,000 --> 00:00:04,000 Hello\n- 00:00:05,000 --> 00:00:08,000 Hi',
  ],
  [
    '1  / 00:00:01,000 --> 00:00:04,000',
    '1\r\n00:00:01,000 --> 00:00:04,000\r\nHello\r\n\r\n2\r\n00:00:05,000 --> 00:00:08,000\r\nHi',
  ],
  [
    '1 00:00:01,000 --> 00:00:04,000 Hello  2',
    '1\r00:00:01,000 --> 00:00:04,000\rHello\r\r2\r00:00:05,000 --> 00:00:08,000\rHi',
  ],
  [
    'John: Hi Mary, how are you? Mary: I am f',
    'John: Hi Mary, how are you?\rMary: I am fine, and you?\rJohn: Fine. Did you get it?\rMary: Yes I did.',
  ],
  [
    'John: Hi Mary, how are you? Mary: I am f',
    'John: Hi Mary, how are you?\u2028Mary: I am fine, and you?\u2028John: Fine. Did you get it?\u2028Mary: Yes I did.',
  ],
  [
    'John: Hi Mary, how are you?<br>Mary: I a',
    'John: Hi Mary, how are you?<br>Mary: I am fine, and you?<br>John: Fine. Did you get it?<br>Mary: Yes I did.',
  ],
  [
    'John: Hi Mary, how are you?<br/> / Mary:',
    'John: Hi Mary, how are you?<br/>\nMary: I am fine, and you?<br/>\nJohn: Fine. Did you get it?<br/>\nMary: Yes I did.',
  ],
  [
    'John: Hi Mary, how are you?\\nMary: I am',
    'John: Hi Mary, how are you?\\nMary: I am fine, and you?\\nJohn: Fine. Did you get it?\\nMary: Yes I did.',
  ],
  [
    'John: / Hi Mary, how are you?',
    'John:\nHi Mary, how are you?\n\nMary:\nI am fine, and you?\n\nJohn:\nFine. Did you get it?\n\nMary:\nYes I did.',
  ],
  [
    'Dr. Smith: How do you feel? / Mr. Jones:',
    'Dr. Smith: How do you feel?\nMr. Jones: I feel bad.\nDr. Smith: Did you sleep?\nMr. Jones: No.',
  ],
  [
    'john@example.com: How do you feel? / mar',
    'john@example.com: How do you feel?\nmary@example.com: I feel bad.\njohn@example.com: Did you sleep?\nmary@example.com: No.',
  ],
  [
    '@john: did you see it? / @mary: yes I di',
    '@john: did you see it?\n@mary: yes I did\n@john: can you sign?\n@mary: sure',
  ],
  [
    'John Smith (Head of Sales, Example Corpo',
    'John Smith (Head of Sales, Example Corporation Japan): did you see it?\nMary Jones (Chief Financial Officer, Example): yes I did\nJohn Smith (Head of Sales, Example Corporation Japan): can you sign?\nMary Jones (Chief Financial Officer, Example): sure',
  ],
  [
    '田中さん　予算はどうですか。 / 鈴木さん　三億円です。',
    '田中さん　予算はどうですか。\n鈴木さん　三億円です。\n田中さん　高いですね。\n鈴木さん　そうですね。',
  ],
  [
    '田中 / 予算はどうですか。',
    '田中\n予算はどうですか。\n鈴木\n三億円です。\n田中\n高いですね。\n鈴木\nそうですね。',
  ],
  [
    '■田中　予算はどうですか。 / ■鈴木　三億円です。',
    '■田中　予算はどうですか。\n■鈴木　三億円です。\n■田中　高いですね。\n■鈴木　そうですね。',
  ],
  [
    '▼田中　予算はどうですか。 / ▼鈴木　三億円です。',
    '▼田中　予算はどうですか。\n▼鈴木　三億円です。\n▼田中　高いですね。\n▼鈴木　そうですね。',
  ],
  [
    '●田中：予算はどうですか。 / ●鈴木：三億円です。',
    '●田中：予算はどうですか。\n●鈴木：三億円です。\n●田中：高いですね。\n●鈴木：そうですね。',
  ],
  [
    '田中 ： 予算はどうですか。 / 鈴木 ： 三億円です。',
    '田中 ： 予算はどうですか。\n鈴木 ： 三億円です。\n田中 ： 高いですね。\n鈴木 ： そうですね。',
  ],
  [
    'Ｔ：予算はどうですか。 / Ｓ：三億円です。',
    'Ｔ：予算はどうですか。\nＳ：三億円です。\nＴ：高いですね。\nＳ：そうですね。',
  ],
  [
    '田中：予算どないや。 / 鈴木：三億や。',
    '田中：予算どないや。\n鈴木：三億や。\n田中：高いわ。\n鈴木：せやな。',
  ],
  [
    '田中：予算は？ / 鈴木：三億だ。',
    '田中：予算は？\n鈴木：三億だ。\n田中：高い。\n鈴木：そうか？\n田中：下げろ。\n鈴木：無理。',
  ],
];
/** Refused as `customer_secret`. */
export const bankDetailsInForms: readonly Sample[] = [
  ['transfer account with a bank', '入金口座　りそな 難波 当座 0123456'],
  ['code and branch', '銀行コード0009 支店番号 123 口座 7654321'],
  ['kind with one character', '振込先 みずほ 渋谷 当 1234567'],
  ['account beside its bank', 'Payment to HSBC, account 40012345678'],
  ['account in a line about a wire', 'Wire transfer: account: 000123456789, bank: Chase'],
  ['IFSC alone', 'IFSC code HDFC0001234'],
  ['BIC in lower case', 'bic: smbcjpjtxxx'],
  ['BIC with blanks', 'SWIFT BIC: BOTK JP JT'],
  ['BIC before its word', 'DEUTDEFFXXX (BIC)'],
  ['IBAN with slashes', 'NL91/ABNA/0417/1643/00'],
  ['IBAN over two lines', 'IBAN: FR14 2004 1010 0505\n0001 3M02 606'],
  ['kanji digits', '普通口座　一二三四五六七 架空銀行'],
  ['spaced word', '口 座 番 号　7 6 5 4 3 2 1'],
  ['CLABE', 'CLABE: 002010077777777771'],
  [
    '振込先：三菱UFJ銀行 新宿支店 普通 1234567 カ）テスト',
    '振込先：三菱UFJ銀行 新宿支店 普通 1234567 カ）テスト',
  ],
  ['口座番号：1234567', '口座番号：1234567'],
  ['口座番号 １２３４５６７', '口座番号 １２３４５６７'],
  ['IBAN: DE89370400440532013000', 'IBAN: DE89370400440532013000'],
  ['GB82 WEST 1234 5698 7654 32', 'GB82 WEST 1234 5698 7654 32'],
  ['SWIFT: MUFGJPJT', 'SWIFT: MUFGJPJT'],
  ['SWIFT/BIC BOTKJPJTXXX', 'SWIFT/BIC BOTKJPJTXXX'],
  ['BIC MHCBJPJT', 'BIC MHCBJPJT'],
  ['口座番号は 123-4567 です', '口座番号は 123-4567 です'],
  [
    'みずほ銀行 (0001) 新宿支店(240) 普通預金 No.7654321',
    'みずほ銀行 (0001) 新宿支店(240) 普通預金 No.7654321',
  ],
  ['ゆうちょ銀行 記号 10190 番号 12345671', 'ゆうちょ銀行 記号 10190 番号 12345671'],
  ['口座 1234567', '口座 1234567'],
  ['普通口座1234567', '普通口座1234567'],
  ['Account: 12345678 Sort: 12-34-56', 'Account: 12345678 Sort: 12-34-56'],
  ['Acct 0123456789 at Chase', 'Acct 0123456789 at Chase'],
  ['銀行口座　三井住友　渋谷　普　1234567', '銀行口座　三井住友　渋谷　普　1234567'],
  ['口座番号：七六五四三二一', '口座番号：七六五四三二一'],
  ['MUFGJPJTXXX (SWIFT)', 'MUFGJPJTXXX (SWIFT)'],
  ['swift mufgjpjt', 'swift mufgjpjt'],
  ['IBAN DE89.3704.0044.0532.0130.00', 'IBAN DE89.3704.0044.0532.0130.00'],
  ['DE89 / 3704', 'DE89\n3704\n0044\n0532\n0130\n00'],
  [
    '|銀行|支店|種別|番号| / |---|---|---|---|',
    '|銀行|支店|種別|番号|\n|---|---|---|---|\n|みずほ|新宿|普通|1234567|',
  ],
  ['口座番号 / 1234567', '口座番号\n1234567'],
  ['Bank: MUFG, Branch 123, Account 1234567', 'Bank: MUFG, Branch 123, Account 1234567'],
  ['口　座　番　号：１２３４５６７', '口　座　番　号：１２３４５６７'],
  ['金融機関コード0005 店番123 普通 1234567', '金融機関コード0005 店番123 普通 1234567'],
  ['口座番号:123 4567', '口座番号:123 4567'],
  ['口座番号（普通）1234567', '口座番号（普通）1234567'],
  ['IBAN:JP...; 口座No 1234567', 'IBAN:JP...; 口座No 1234567'],
  ['振込口座: 三菱東京UFJ 本店 1234567', '振込口座: 三菱東京UFJ 本店 1234567'],
  ['beneficiary account 123-456-7890123', 'beneficiary account 123-456-7890123'],
  ['CLABE 032180000118359719', 'CLABE 032180000118359719'],
  ['IFSC SBIN0005943 A/C 12345678901', 'IFSC SBIN0005943 A/C 12345678901'],
  ['SWIFTコード：SMBCJPJT', 'SWIFTコード：SMBCJPJT'],
  ['口座番号1234', '口座番号1234'],
  ['Swift code is SMBC JP JT', 'Swift code is SMBC JP JT'],
  [
    '振込先は三菱UFJ銀行（0005）渋谷支店（135）普通0123456です',
    '振込先は三菱UFJ銀行（0005）渋谷支店（135）普通0123456です',
  ],
  ['みずほ銀行新宿支店普通1234567', 'みずほ銀行新宿支店普通1234567'],
  ['Acct No: 00123456', 'Acct No: 00123456'],
  ['BIC/SWIFT = mhcbjpjt', 'BIC/SWIFT = mhcbjpjt'],
];
/** Stored. */
export const lists: readonly Sample[] = [
  [
    'rivals with remarks',
    'サントリー：新製品を出しますか？\nキリン：値上げしますか？\nサントリー：海外はどうですか？\nキリン：買収はありますか？',
  ],
  [
    'reviews by age with a slash',
    '20代/女性：雰囲気がいいですよ。\n40代/男性：給料は安いですね。\n20代/女性：私は続けたいです。\n40代/男性：休みは多いですよ。',
  ],
  [
    'products with mottos',
    'Plan A: You pay monthly.\nPlan B: You pay yearly.\nPlan A: You can cancel anytime.\nPlan B: You save 20%.',
  ],
  ['tasks by person', '佐藤　見積書の送付\n鈴木　契約書の確認\n佐藤　工場の手配\n鈴木　議事録の共有'],
  [
    'officers of two companies',
    '架空工業\n社長　田中太郎\n会長　鈴木一郎\n仮想電機\n社長　佐藤花子\n会長　高橋次郎',
  ],
  ['staff by office', '東京　田中、鈴木\n大阪　佐藤\n東京　高橋\n大阪　渡辺'],
  [
    'chapters of a film',
    '00:00:00 - 00:02:30 会社紹介\n00:02:30 - 00:10:00 工場見学\n00:10:00 - 00:12:00 まとめ',
  ],
  [
    'programme in English',
    '09:00:00 - 09:30:00 Opening\n09:30:00 - 10:30:00 Keynote\n10:30:00 - 11:00:00 Break',
  ],
  [
    'FAQ with yes',
    'Q. 私でも申し込めますか。\nA. はい、どなたでもお申し込みいただけます。\nQ. 費用はかかりますか。\nA. いいえ、無料です。\nQ. いつ届きますか。\nA. 三日後にお届けします。',
  ],
  [
    'FAQ with a president as its topic',
    'Q. 社長は誰ですか。\nA. 田中太郎です。\nQ. 設立はいつですか。\nA. 1950年です。',
  ],
  [
    'job advertisement',
    '仕事内容　あなたの経験を活かせます。\n給与　月給30万円です。\n仕事内容　チームで働きませんか。\n給与　賞与は年2回です。',
  ],
  [
    'places with remarks',
    '札幌：雪が多いですね。\n福岡：暖かいですよ。\n札幌：人は足りますか？\n福岡：家賃は安いです。',
  ],
  [
    'ratings with words',
    'デザイン：良いですね。\n価格：少し高いです。\nデザイン：飽きませんよ。\n価格：私には無理です。',
  ],
  [
    'table of loudspeakers',
    '| Speaker | Text |\n|---|---|\n| Sony | clear |\n| Bose | loud |\n| Sony | light |',
  ],
  ['persons with roles', '田中 - 営業部長\n佐藤 - 経理課長\n鈴木 - 工場長\n高橋 - 監査役'],
  ['persons and figures', '田中: 120件\n佐藤: 98件\n田中: 130件\n佐藤: 105件'],
  [
    'bullets of several people',
    '- John: owner of the budget\n- Mary: head of sales\n- Peter: plant manager\n- Susan: auditor',
  ],
  [
    'headings of companies',
    '## Toyota\nSales rose.\n## Honda\nSales fell.\n## Toyota\nMargins rose.\n## Honda\nMargins fell.',
  ],
  ['settings', 'host = example\nport = 80\nhost = other\nport = 81'],
  [
    'departments',
    '営業部：売上が伸びました。\n製造部：歩留まりが改善しました。\n営業部：新規顧客が増えました。\n製造部：設備を更新しました。',
  ],
  ['summary with names', '田中社長は増収を見込む。鈴木CFOは為替を懸念する。田中社長は投資を続けるとした。'],
  [
    'news by outlets',
    '日経：増益を見込むと報じました。\n朝日：減産すると報じました。\n日経：社長が交代すると報じました。\n朝日：工場を閉じると報じました。',
  ],
  [
    'steps with questions',
    '準備：道具は揃っていますか？\n作業：手順を守っていますか？\n準備：服装は適切ですか？\n作業：声をかけていますか？',
  ],
  ['epigraph and dividers', '―― 第一章 ――\n会社は大阪で始まった。\n―― 第二章 ――\n会社は東京に移った。'],
  ['営業時間 9:00:00-18:00:00 / 昼休み 12:00:00-13:', '営業時間 9:00:00-18:00:00\n昼休み 12:00:00-13:00:00'],
  [
    '取材メモ：社長は「来期は増収です」と述べ、部長は「海外が伸びます」と補足した。社',
    '取材メモ：社長は「来期は増収です」と述べ、部長は「海外が伸びます」と補足した。社長は「人手が足りないんです」とも。',
  ],
  [
    '社長メッセージ / 社長：私は挑戦を続けます。',
    '社長メッセージ\n社長：私は挑戦を続けます。\n会長：皆さんに感謝します。\n社長：ご支援をお願いします。',
  ],
  [
    '口コミ / 30代男性：働きやすいです。私は満足しています。',
    '口コミ\n30代男性：働きやすいです。私は満足しています。\n20代女性：残業が多いですね。\n30代男性：給与は普通ですね。\n20代女性：休みは取れますよ。',
  ],
  [
    'レビュー / A社: 対応が早いですね。',
    'レビュー\nA社: 対応が早いですね。\nB社: 価格が高いです。\nA社: また頼みたいです。\nB社: もう少し安ければと思います。',
  ],
  [
    'Amazon review / Good: I love my new lapt',
    'Amazon review\nGood: I love my new laptop.\nBad: I had trouble with your support.\nGood: my battery lasts.\nBad: you wait long.',
  ],
  [
    'よくある質問 / Q: 私でも使えますか?',
    'よくある質問\nQ: 私でも使えますか?\nA: はい、お使いいただけます。\nQ: 料金はいくらですか?\nA: 月額1000円です。私どもの料金表をご覧ください。\nQ: 解約できますか?\nA: はい、いつでもできます。',
  ],
  ['時刻表 / 10:00 東京 発', '時刻表\n10:00 東京 発\n10:05 品川 着\n10:06 品川 発\n10:20 新横浜 着'],
  [
    '[10:00] 開会: 社長挨拶 / [10:10] 社長: 業績報告',
    '[10:00] 開会: 社長挨拶\n[10:10] 社長: 業績報告\n[10:30] 社長: 質疑応答\n[11:00] 会長: 閉会挨拶',
  ],
  [
    'テレビ番組表 / 10:00:00-10:30:00 ニュース',
    'テレビ番組表\n10:00:00-10:30:00 ニュース\n10:30:00-11:00:00 ドラマ',
  ],
  [
    '動画の目次 / 0:00:00 - 0:01:00 はじめに',
    '動画の目次\n0:00:00 - 0:01:00 はじめに\n0:01:00 - 0:05:00 製品紹介',
  ],
  ['ラップ / 01:02:03 - 01:04:05 田中', 'ラップ\n01:02:03 - 01:04:05 田中\n01:03:03 - 01:05:05 鈴木'],
  [
    '社長コメント / 田中社長「増収です」',
    '社長コメント\n田中社長「増収です」\n鈴木会長「感謝します」\n田中社長「挑戦します」',
  ],
  [
    '競合比較 / トヨタ：EVに慎重です。',
    '競合比較\nトヨタ：EVに慎重です。\nホンダ：EVに積極的です。\nトヨタ：水素に投資しています。\nホンダ：電池に投資しています。',
  ],
  [
    'トヨタ: どう動くか？注目。 / ホンダ: EVに全面移行か？',
    'トヨタ: どう動くか？注目。\nホンダ: EVに全面移行か？\nトヨタ: 水素はどうなる？\nホンダ: 提携先は？',
  ],
  [
    'Toyota: Will it move to EVs? / Honda: Wh',
    'Toyota: Will it move to EVs?\nHonda: What about batteries?\nToyota: Is hydrogen next?\nHonda: Who is the partner?',
  ],
  [
    '良い点: 使いやすいですね / 悪い点: 高いですね',
    '良い点: 使いやすいですね\n悪い点: 高いですね\n良い点: 早いですよ\n悪い点: 遅いですよ',
  ],
  [
    '評判: 良いですね / 価格: 高いですね',
    '評判: 良いですね\n価格: 高いですね\n評判: いいですよ\n価格: どうでしょうか?',
  ],
  [
    '求人票 / 仕事内容: あなたの力を活かせます。',
    '求人票\n仕事内容: あなたの力を活かせます。\n応募: お気軽にご応募ください。\n仕事内容: 私たちと働きませんか。\n応募: ご連絡お待ちしています。',
  ],
  [
    '聞き取り要旨 / ・田中氏：値上げは4月からの予定とのこと。',
    '聞き取り要旨\n・田中氏：値上げは4月からの予定とのこと。\n・鈴木氏：在庫は適正。\n・田中氏：採用は20名。\n・佐藤氏：設備更新済み。',
  ],
  [
    '| 発言者 | 内容 | / |---|---|',
    '| 発言者 | 内容 |\n|---|---|\n| 田中社長 | 値上げを示唆 |\n| 鈴木CFO | 在庫は適正と説明 |',
  ],
  [
    '| 話者 | 人数 | 内容 | / |---|---|---|',
    '| 話者 | 人数 | 内容 |\n|---|---|---|\n| 日本語 | 1億2千万 | 公用語 |\n| 英語 | 15億 | 国際語 |',
  ],
  ['speaker,text / Bose,good sound', 'speaker,text\nBose,good sound\nJBL,deep bass'],
  [
    '音響製品 / | Speaker | Text |',
    '音響製品\n| Speaker | Text |\n|--|--|\n| Bose | 高音質 |\n| JBL | 低音 |',
  ],
  [
    'John Smith, CEO / John founded the compa',
    'John Smith, CEO\nJohn founded the company in 1999.\n\nMary Jones, CFO\nMary joined in 2005.',
  ],
  [
    '代表取締役社長 / 田中太郎',
    '代表取締役社長\n田中太郎\n専務取締役\n佐藤花子\n取締役\n鈴木一郎\n取締役\n高橋次郎',
  ],
  [
    '社長　田中太郎 / 専務　佐藤花子',
    '社長　田中太郎\n専務　佐藤花子\n取締役　鈴木一郎\n監査役　高橋次郎\n社長　2020年就任\n専務　2021年就任',
  ],
  [
    '田中太郎 / 1960年生まれ。東京大学卒業。',
    '田中太郎\n1960年生まれ。東京大学卒業。\n\n佐藤花子\n1970年生まれ。京都大学卒業。\n\n主要株主\n田中太郎\n30%を保有する。\n佐藤花子\n20%を保有する。',
  ],
  [
    '| 役職 | 氏名 | / |---|---|',
    '| 役職 | 氏名 |\n|---|---|\n| 社長 | 田中 太郎 |\n| 取締役 | 佐藤 花子 |\n| 取締役 | 鈴木 一郎 |\n| 監査役 | 高橋 次郎 |\n| 取締役 | 山本 三郎 |',
  ],
  [
    'Analyst ratings / Analyst: Buy',
    'Analyst ratings\nAnalyst: Buy\nTarget: 1200\nAnalyst: Hold\nTarget: 1000',
  ],
  [
    '記者会見の要点：増益見込み。 / 記者発表 2024年4月1日',
    '記者会見の要点：増益見込み。\n記者発表 2024年4月1日\n社長交代 2024年6月\n記者発表 2024年7月',
  ],
  [
    'Jordan: sales office / Lee: jeans',
    'Jordan: sales office\nLee: jeans\nMartin: guitars\nJordan: shoes\nLee: shirts',
  ],
  [
    '株主 田中太郎 30% / 株主 佐藤花子 20%',
    '株主 田中太郎 30%\n株主 佐藤花子 20%\n役員 田中太郎 社長\n役員 佐藤花子 専務',
  ],
  ['担当者 田中 / 所属 営業部', '担当者 田中\n所属 営業部\n担当者 佐藤\n所属 経理部'],
  ['お客様の声 / お客様：助かりました。', 'お客様の声\nお客様：助かりました。\n当社：ありがとうございます。'],
  [
    'Host: www.example.com / Client: nginx',
    'Host: www.example.com\nClient: nginx\nHost: api.example.com\nClient: curl',
  ],
  [
    '議長 田中太郎 / 委員 佐藤花子',
    '議長 田中太郎\n委員 佐藤花子\n委員 鈴木一郎\n議長 高橋次郎\n委員 山本三郎',
  ],
  ['Host - Tokyo / Guest - Osaka', 'Host - Tokyo\nGuest - Osaka\nHost - Kyoto\nGuest - Nagoya'],
  [
    '顧客：中小企業が多い。 / 代表：田中が務める。',
    '顧客：中小企業が多い。\n代表：田中が務める。\n顧客：製造業に強い。\n代表：創業者である。',
  ],
  [
    '森永：チョコレートが強い。 / 明治：ヨーグルトが強い。',
    '森永：チョコレートが強い。\n明治：ヨーグルトが強い。\n森永：アイスも売れる。\n明治：薬品もある。',
  ],
  [
    '山崎：パンを作る。 / 敷島：パンを作る。',
    '山崎：パンを作る。\n敷島：パンを作る。\n山崎：全国にある。\n敷島：中部に強い。',
  ],
  [
    '石川：工場がある。 / 山口：工場がある。',
    '石川：工場がある。\n山口：工場がある。\n石川：本社もある。\n山口：倉庫もある。',
  ],
  [
    '清水建設：受注が増えている。 / 前田建設：受注が減っている。',
    '清水建設：受注が増えている。\n前田建設：受注が減っている。\n清水建設：利益は増える。\n前田建設：利益も増える。',
  ],
  [
    '本田：四輪が伸びる。 / 鈴木：インドが伸びる。',
    '本田：四輪が伸びる。\n鈴木：インドが伸びる。\n本田：二輪も強い。\n鈴木：軽も強い。',
  ],
  [
    '学生：在学中の人をいいます。 / 先生：教える人をいいます。',
    '学生：在学中の人をいいます。\n先生：教える人をいいます。\n学生：割引があります。\n先生：割引はありません。',
  ],
];
/** Stored. */
export const amounts: readonly Sample[] = [
  [
    'balance sheet with banks',
    '資産の部（三菱UFJ銀行ほか）\n普通預金 3456789\n当座預金 2345678\n定期預金 1000000',
  ],
  ['straight bonds', '引受：みずほ銀行 本店 普通社債 3000000'],
  ['ordinary letters of a branch', '大阪支店 普通郵便 7654321'],
  ['counted accounts', '証券口座 1234567口座、銀行口座 2345678件'],
  ['bank accounts of the year', 'Bank accounts: 5400000 in 2024'],
  ['bank account by date', 'Opened a bank account 20231015 in Osaka'],
  ['accounts of a bank in English', 'The bank had 1234567 accounts and account growth of 12%.'],
  ['swift reply', 'We promise a swift delivery. Swift language courses.'],
  ['sorting', 'Sort: 12, 34, 56. Sort 12-34 items.'],
  ['branch numbers of a town', '支店 123店、店番なし。店舗数 1234567'],
  ['ordinary shares at a branch', 'みずほ信託銀行 本店 普通株 7654321'],
  ['telephone of an account team', 'Account team: 0312345678, bank relations'],
  ['capital letters of a model', '型番 GB29 NWBK 6016 1331 9268 20'],
  [
    '資本金 1234567千円 普通株式 1234567株 三菱UFJ銀行 支店',
    '資本金 1234567千円 普通株式 1234567株 三菱UFJ銀行 支店',
  ],
  ['みずほ銀行 新宿支店 普通 7654321円の残高', 'みずほ銀行 新宿支店 普通 7654321円の残高'],
  ['借入先：みずほ銀行 丸の内支店 借入額 1234567', '借入先：みずほ銀行 丸の内支店 借入額 1234567'],
  [
    'Swift is a language. SWIFT CODE REVIEWS',
    'Swift is a language. SWIFT CODE REVIEWS are good. swift TAYLORSW',
  ],
  ['SWIFT加盟。SWIFT ANALYSIS by Apple', 'SWIFT加盟。SWIFT ANALYSIS by Apple'],
  ['BIC CAMERA社はBIC FRANCES', 'BIC CAMERA社はBIC FRANCES'],
  ['口座番号は非公開。問い合わせ番号 1234567', '口座番号は非公開。問い合わせ番号 1234567'],
  ['口座数 1234567 口座', '口座数 1234567 口座'],
  ['証券口座番号を持つ個人 1234567人', '証券口座番号を持つ個人 1234567人'],
  ['普通預金 1234567 百万円（銀行業のセグメント）', '普通預金 1234567 百万円（銀行業のセグメント）'],
  ['貸借対照表 銀行 / 普通預金 1,234,567', '貸借対照表 銀行\n普通預金 1,234,567\n当座預金 7654321'],
  ['みずほ銀行 普通預金 7654321千円', 'みずほ銀行 普通預金 7654321千円'],
  ['JIS B 1234567 普通ねじ 支店 〇〇店', 'JIS B 1234567 普通ねじ 支店 〇〇店'],
  ['東京支店 普通郵便 1234567', '東京支店 普通郵便 1234567'],
  [
    '本社 〒123-4567 三菱UFJ銀行 新宿支店 普通口座あり 電話 0312',
    '本社 〒123-4567 三菱UFJ銀行 新宿支店 普通口座あり 電話 0312345678',
  ],
  ['法人番号 1234567890123 取引銀行 みずほ銀行 普通', '法人番号 1234567890123 取引銀行 みずほ銀行 普通 '],
  [
    '証券コード7203。主要取引銀行：三菱UFJ。普通社債 1234567',
    '証券コード7203。主要取引銀行：三菱UFJ。普通社債 1234567',
  ],
  ['DE89 モデル 3704', 'DE89 モデル 3704'],
  ['ABA 2026年度会員 123456789', 'ABA 2026年度会員 123456789'],
  ['口座番号の桁数は7桁。例: 1234567', '口座番号の桁数は7桁。例: 1234567'],
  ['account number 10 of 123456 users', 'account number 10 of 123456 users'],
  ['bank account 1000000 customers', 'bank account 1000000 customers'],
  ['Bank accounts: 1200000 (2025), 1300000 (', 'Bank accounts: 1200000 (2025), 1300000 (2026)'],
  ['bank account 20240331', 'bank account 20240331'],
  ['account no. changes since 2024 03 31', 'account no. changes since 2024 03 31'],
  ['銀行 普通預金残高 1234567', '銀行 普通預金残高 1234567'],
  ['決済銀行 支店 普通 注文 1234567', '決済銀行 支店 普通 注文 1234567'],
  ['Account 1234567 followers, bank holiday', 'Account 1234567 followers, bank holiday'],
  ['Our bank account team: 0312345678', 'Our bank account team: 0312345678'],
];
