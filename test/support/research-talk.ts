/**
 * Talk as it is exported, typed or cut out, and notes that look like it. By kind; each is a text of its own.
 * `test/unit/research-talk.test.ts` tries all of them.
 */

/** What people said, turn by turn: refused as `raw_transcript`. */
export const talk: Readonly<Record<string, string>> = {
  'minutes with speakers': `第3回営業会議 議事録
日時：2024年3月4日 10:00
出席者：田中、佐藤、鈴木

田中：それでは始めます。先月の受注からお願いします。
佐藤：はい。先月は12件で、前月より3件増えました。
田中：理由は何でしょうか。
佐藤：展示会の引き合いがそのまま決まった形です。
鈴木：補足すると、単価は少し下がっています。`,
  'minutes with speakers and titles': `【議事録】
山本部長：値上げの件ですが、4月からでいいですか。
小林課長：取引先への説明が間に合わないと思います。
山本部長：では5月で進めましょう。
小林課長：承知しました。`,
  'minutes with a circle before the speaker': `○議長（木村一郎君）　ただいまから会議を開きます。
○高橋委員　資料の3ページについて伺います。この額は税込みですか。
○事務局　税抜きでございます。
○高橋委員　わかりました。では税込みの額も示してください。
○事務局　次回までに用意いたします。`,
  'names and quotation marks': `田中「今期の目標はどうなっていますか」
佐藤「売上で20億円です」
田中「達成できそうですか」
佐藤「正直、厳しいと思います」`,
  'two first names in English': `John: Hi Mary, thanks for joining.
Mary: Sure, happy to be here.
John: So how did the quarter go?
Mary: Better than we expected, honestly.`,
  'full names in English': `Kenji Watanabe: Let me start with the pricing.
Laura Schmidt: Please go ahead.
Kenji Watanabe: We are thinking about a five percent increase.
Laura Schmidt: I doubt our customers will accept that.
Kenji Watanabe: Then what would you suggest?`,
  'names in bold': `**Akira:** did you get the contract back?

**Sophie:** not yet, they want to change clause 7

**Akira:** again? what do they want now

**Sophie:** a longer notice period`,
  'reporter and president': `記者：今回の買収の狙いは何ですか。
社長：海外の販路です。自前で作ると10年かかります。
記者：資金はどのように調達しますか。
社長：手元資金と借入で半分ずつです。`,
  'reporter and president, two questions': `記者：減益の理由を教えてください。
社長：原材料高です。価格転嫁が遅れました。
記者：来期は回復しますか。`,
  'interviewer and interviewee': `インタビュアー：創業のきっかけを聞かせてください。
代表：前の会社で感じた不便です。誰も直そうとしなかったんですよ。
インタビュアー：なるほど。最初の顧客は？
代表：大学の先輩の工場でした。`,
  'interview with dashes and a name': `――入社の決め手は何でしたか。
山田　面接で会った先輩がとても楽しそうだったからです。
――実際に入ってみていかがですか。
山田　想像より任せてもらえます。忙しいですけどね。
――今後の目標は。
山田　海外の案件をやりたいです。`,
  'questions and answers of an interview with names': `Q（日経）：在庫の水準をどう見ていますか。
A（佐藤CFO）：適正だと考えています。
Q（日経）：減らす予定は。
A（佐藤CFO）：今のところありません。`,
  'spoken questions and answers': `Q: えーと、今後の出店計画ってどんな感じですか？
A: そうですね、まあ、あの、年に5店くらいですかね。
Q: なるほど。えっと、場所は決まってますか？
A: うーん、まだちょっと言えないですね。`,
  'analyst call in English': `Operator: Good afternoon and welcome to the earnings call.
Takashi Mori -- CFO: Thank you. Let me walk you through the numbers.
Analyst: Thanks for taking my question. Could you comment on margins?
Takashi Mori -- CFO: Sure. We expect them to recover in the second half.
Analyst: Great, thank you.`,
  'interviewer with initials': `I: What made you leave the company?
R: I felt that nobody was listening to us.
I: Could you give me an example?
R: Well, we reported the defect three times.
I: And what happened?
R: Nothing, really.`,
  'letters for speakers': `A：この部品、来月から値上げになるそうです。
B：え、聞いてないですよ。どのくらいですか？
A：8%だそうです。
B：それは困りますね。`,
  'Zoom transcript': `WEBVTT

1
00:00:03.120 --> 00:00:07.480
Taro Tanaka: では定例を始めます。

2
00:00:08.010 --> 00:00:11.300
Hanako Sato: よろしくお願いします。`,
  'Zoom transcript without its head': `00:00:03.120 --> 00:00:07.480
Taro Tanaka: では定例を始めます。

00:00:08.010 --> 00:00:11.300
Hanako Sato: よろしくお願いします。`,
  'Zoom chat': `10:02:33 From Tanaka Taro to Everyone:
\t資料はこちらです
10:03:10 From Sato Hanako to Everyone:
\tありがとうございます
10:05:41 From Tanaka Taro to Everyone:
\t質問があればどうぞ`,
  'Zoom chat in Japanese': `10:02:33 開始 田中 太郎 から 全員:
	資料を共有します
10:03:10 開始 佐藤 花子 から 全員:
	見えています
10:03:52 開始 田中 太郎 から 全員:
	では進めます`,
  'Zoom cloud transcript': `[Tanaka Taro] 10:02:33
資料を共有します。
[Sato Hanako] 10:03:10
見えています。
[Tanaka Taro] 10:03:52
では進めます。`,
  'Teams transcript': `田中 太郎   0:03
では始めましょう。

佐藤 花子   0:07
お願いします。

田中 太郎   0:12
まず売上から。

佐藤 花子   0:20
先月は12件でした。`,
  'Teams transcript of two turns': `Tanaka, Taro
0 minutes 3 seconds
Good morning everyone, shall we start?
Sato, Hanako
0 minutes 9 seconds
Yes, I have the figures here.
Tanaka, Taro
0 minutes 15 seconds
Great, please go ahead.`,
  'Teams subtitles with voices': `00:00:03.120 --> 00:00:07.480
<v Tanaka Taro>では始めましょう</v>`,
  'Teams chat': `[10:02] 田中 太郎
見積もりはまだですか？
[10:05] 佐藤 花子
今日中に送ります
[10:06] 田中 太郎
助かります`,
  'Google Meet transcript': `Attendees
Taro Tanaka, Hanako Sato

Transcript

00:00:00

Taro Tanaka: おはようございます。始めましょう。
Hanako Sato: おはようございます。

00:05:00

Taro Tanaka: 次は採用の件です。
Hanako Sato: はい、応募が20件ありました。`,
  'Google Meet chat': `00:01:02.345,00:01:05.345
Taro Tanaka: 資料です

00:02:10.000,00:02:13.000
Hanako Sato: 受け取りました`,
  SBV: `0:00:01.000,0:00:04.000
皆さんこんにちは

0:00:04.000,0:00:08.000
架空工業の説明会を始めます`,
  SRT: `1
00:00:01,000 --> 00:00:04,000
Welcome to the briefing.

2
00:00:04,500 --> 00:00:08,000
I am the president of Kakuu.`,
  'SRT with hours of one digit': `1
0:00:01,000 --> 0:00:04,000
本日はありがとうございます

2
0:00:04,500 --> 0:00:08,000
社長の田中です`,
  'ASS subtitles': `[Events]
Format: Layer, Start, End, Style, Name, Text
Dialogue: 0,0:00:01.00,0:00:04.00,Default,,皆さんこんにちは
Dialogue: 0,0:00:04.00,0:00:08.00,Default,,説明会を始めます`,
  'TTML subtitles': `<tt><body><div>
<p begin="00:00:01.000" end="00:00:04.000">皆さんこんにちは</p>
<p begin="00:00:04.000" end="00:00:08.000">説明会を始めます</p>
</div></body></tt>`,
  'speech to text with times in brackets': `[00:00:01 - 00:00:05] では始めます
[00:00:05 - 00:00:09] よろしくお願いします
[00:00:09 - 00:00:15] まず売上の話です`,
  'whisper output': `[00:00.000 --> 00:05.200]  では定例会議を始めます
[00:05.200 --> 00:09.840]  よろしくお願いします`,
  'speakers of a diariser': `SPEAKER_00: では始めます
SPEAKER_01: お願いします
SPEAKER_00: まず売上です`,
  'speakers of a diariser on lines of their own': `Speaker 1
So where do we stand on the contract?

Speaker 2
They signed it yesterday.

Speaker 1
Excellent.`,
  'Slack copied': `田中 太郎
  10:02 AM
請求書、届きましたか？
佐藤 花子
  10:05 AM
まだです。確認しますね
田中 太郎
  10:06 AM
お願いします`,
  'Slack with times in brackets': `tanaka [10:02 AM]
did the invoice arrive?
sato [10:05 AM]
not yet, checking
tanaka [10:06 AM]
thanks`,
  'Slack export': `[{"type":"message","user":"U012AB3CD","text":"請求書は届きましたか","ts":"1709514120.000200"},{"type":"message","user":"U045EF6GH","text":"まだです","ts":"1709514300.000300"}]`,
  'LINE export': `[LINE] 田中太郎とのトーク履歴
保存日時：2024/03/04 18:00

2024/03/04(月)
10:01\t田中太郎\t明日の打ち合わせですが
10:02\t佐藤花子\tはい`,
  'LINE without its head': `2024/03/04(月)
10:01\t田中太郎\t明日の打ち合わせですが
10:02\t佐藤花子\tはい
10:02\t田中太郎\t14時に変えられますか`,
  'LINE with spaces': `2024.03.04 月曜日
10:01 田中太郎 明日の打ち合わせですが
10:02 佐藤花子 はい
10:02 田中太郎 14時に変えられますか
10:04 佐藤花子 大丈夫です`,
  'WhatsApp on a phone': `[2024/03/04, 10:02:11] Tanaka: are you coming today?
[2024/03/04, 10:03:40] Sato: yes, a bit late
[2024/03/04, 10:04:02] Tanaka: ok`,
  'WhatsApp on another phone': `3/4/24, 10:02 AM - Tanaka: are you coming today?
3/4/24, 10:03 AM - Sato: yes, a bit late
3/4/24, 10:04 AM - Tanaka: ok`,
  Telegram: `Tanaka, [04.03.2024 10:02]
今日は来ますか

Sato, [04.03.2024 10:03]
少し遅れます

Tanaka, [04.03.2024 10:04]
了解`,
  Discord: `tanaka — Today at 10:02 AM
is the build green?
sato — Today at 10:03 AM
no, two tests fail
tanaka — Today at 10:04 AM
ok let me look`,
  IRC: `10:02 <tanaka> ビルド通りました？
10:03 <sato> まだです
10:04 <tanaka> 了解です`,
  'IRC without times': `<tanaka> is anyone deploying?
<sato> yes, give me five minutes
<tanaka> no hurry`,
  Chatwork: `[rp aid=1234567 to=89012345-678901234]田中さん
承知しました。明日までに送ります。
[To:7654321]佐藤さん
よろしくお願いします。`,
  'table with speakers': `| 時刻 | 発言者 | 発言内容 |
|---|---|---|
| 10:01 | 田中 | では始めます |
| 10:02 | 佐藤 | お願いします |
| 10:03 | 田中 | まず売上です |`,
  'CSV with speakers': `start,end,speaker,text
0.0,3.2,A,So where do we stand?
3.2,5.0,B,They signed yesterday.
5.0,6.1,A,Excellent.`,
  'names in brackets': `【田中】今期の見通しはどうですか。
【佐藤】厳しいですが、なんとか黒字にはなると思います。
【田中】投資は続けますか。
【佐藤】はい、続けます。`,
  'names on lines of their own': `田中：
今期の見通しはどうですか。

佐藤：
厳しいですが、黒字にはなると思います。

田中：
投資は続けますか。`,
  'support chat': `オペレーター: お電話ありがとうございます。架空サポートの鈴木です。
お客様: 先週買った機械が動かないんですが。
オペレーター: 申し訳ございません。型番を教えていただけますか。
お客様: えっと、KX-200です。`,
  'call centre in English': `Agent: Thank you for calling Kakuu, how can I help you?
Caller: My machine stopped working last night.
Agent: I am sorry to hear that. Do you have the serial number?
Caller: Yes, one moment please.`,
  'sales call with company names': `弊社：ご予算はどのくらいでお考えですか。
先方：年間で500万円くらいです。
弊社：それでしたらこちらのプランが合うと思います。
先方：検討します。`,
  'dictation with fillers': `えー、本日はお忙しい中、えーと、お集まりいただきましてありがとうございます。えー、まず、あのー、前期の業績でございますが、えーと、売上が、まあ、約2割増えまして、えー、その、利益も出ております。`,
  'dictation with fillers in English': `So, um, thanks everyone for, uh, for coming today. Um, I wanted to, you know, talk a bit about the, uh, the reorganisation. Uh, it's, um, it's not final yet, you know, but, um, we are getting there.`,
  'court hearing': `裁判長：では証人尋問を始めます。
弁護人：あなたは当時、経理部にいましたね。
証人：はい、いました。
弁護人：この請求書を見たことがありますか。
証人：あります。`,
  'panel with surnames in capitals': `TANAKA: I would not call it a crisis.
MILLER: What would you call it, then?
TANAKA: A correction. We have seen three of them.
MILLER: And each one was worse than the last.`,
  'chat with a machine in other words': `### Prompt:
List the directors of Kakuu.

### Response:
Here are the directors I found.

### Prompt:
Add their ages.

### Response:
Sure, I have added them.`,
  'general meeting of shareholders': `株主：配当を増やす考えはありますか。
議長：担当の役員からお答えします。
佐藤取締役：現時点では予定していません。
株主：理由を説明してください。
佐藤取締役：成長投資を優先するためです。`,
};

/** Talk that is kept as values. */
export const talkAsValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'turns with speakers': {
    turns: [
      { speaker: '田中', text: 'では始めます' },
      { speaker: '佐藤', text: 'お願いします' },
      { speaker: '田中', text: 'まず売上です' },
    ],
  },
  'segments of a recogniser': {
    language: 'ja',
    segments: [
      { id: 0, start: 0, end: 3.2, text: 'では始めます' },
      { id: 1, start: 3.2, end: 5, text: 'お願いします' },
    ],
  },
  'messages of a chat tool': {
    messages: [
      { type: 'message', user: 'U012AB3CD', text: '届きましたか', ts: '1709514120.000200' },
      { type: 'message', user: 'U045EF6GH', text: 'まだです', ts: '1709514300.000300' },
    ],
  },
  'messages with senders': {
    log: [
      { from: 'tanaka', message: 'are you there?' },
      { from: 'sato', message: 'yes' },
      { from: 'tanaka', message: 'good' },
    ],
  },
  'lines in a list': {
    lines: ['記者：狙いは何ですか。', '社長：販路です。', '記者：資金はどうしますか。', '社長：借入です。'],
  },
  'subtitles in a text': {
    captions: '00:00:01.000 --> 00:00:03.000\nこんにちは\n\n00:00:03.000 --> 00:00:05.000\nどうも',
  },
  'speakers in Japanese': {
    議事: [
      { 発言者: '田中', 発言: 'では始めます' },
      { 発言者: '佐藤', 発言: 'はい' },
      { 発言者: '田中', 発言: '次です' },
    ],
  },
  'talk of two': {
    talk: [
      { who: 'J', line: 'Hi?' },
      { who: 'M', line: 'yes' },
    ],
  },
  'turns as lists of two': {
    turns: [
      ['John', 'Did you get it?'],
      ['Mary', 'Yes I did.'],
      ['John', 'Can you sign?'],
    ],
  },
  'a transcript in one text': { transcript: 'John: hi Mary: hi' },
};

/** Notes about a company that only look like talk: stored. */
export const notes: Readonly<Record<string, string>> = {
  'minutes, summarised': `# 3月4日 営業会議の要約

- 受注は12件で、前月より3件増えた。展示会の引き合いが決まったため。
- 値上げは5月から。取引先への説明は小林課長が行う。
- 次回は4月1日。`,
  'minutes with tasks by person': `## 決定事項
担当: 田中
期限: 3月末
内容: 見積もりを送る

担当: 佐藤
期限: 4月10日
内容: 契約書を確認する`,
  'tasks by name': `## ToDo
- 田中: 見積書の送付（3/10）
- 佐藤: 契約書の確認（3/12）
- 田中: 工場見学の手配（3/20）
- 鈴木: 議事録の共有`,
  'list of persons in charge': `- 担当: 営業部 田中\n- 担当: 経理部 佐藤\n- 担当: 総務部 鈴木\n- 連絡先: 03-0000-0000`,
  'definition list in English': `Name: Kakuu Industries
Address: 1-1 Chuo, Osaka
Founded: 1950
Employees: 1,200
President: Taro Tanaka
Business: Bolts and nuts`,
  'definition list of two offices': `Office: Tokyo head office
Address: 1-1 Marunouchi, Chiyoda-ku
Phone: 03-0000-0000

Office: Osaka branch
Address: 2-2 Umeda, Kita-ku
Phone: 06-0000-0000`,
  'FAQ in Japanese': `Q：配当金はいつ支払われますか。
A：6月と12月にお支払いします。
Q：株主優待はありますか。
A：現在は実施しておりません。
Q：決算発表はいつですか。
A：5月中旬を予定しています。`,
  'FAQ with numbers': `Q1. 単元株式数は何株ですか。
A1. 100株です。
Q2. 上場市場はどこですか。
A2. 東京証券取引所プライム市場です。
Q3. 定時株主総会はいつですか。
A3. 毎年6月に開催しています。`,
  'FAQ in English': `Q: Where are you listed?
A: On the Prime Market of the Tokyo Stock Exchange.
Q: Do you publish your results in English?
A: Yes, we publish them on the same day.
Q: How can I contact you?
A: Please use the form on our website.`,
  'FAQ with questions and answers as words': `質問：返品はできますか。
回答：商品到着後8日以内であればお受けします。
質問：送料はいくらですか。
回答：全国一律500円です。
質問：海外へ発送できますか。
回答：申し訳ございませんが、承っておりません。`,
  'questions at a briefing, summarised': `## 決算説明会 質疑応答（要旨）
Q. 在庫水準をどう見るか。
A. 適正と考える。下期に圧縮する。
Q. 値上げの浸透は。
A. 8割の取引先で完了した。
Q. 来期の投資額は。
A. 50億円を計画している。`,
  'opening hours': `営業時間
月曜: 9:00 - 18:00
火曜: 9:00 - 18:00
水曜: 定休日
木曜: 9:00 - 18:00
金曜: 9:00 - 20:00
土曜: 10:00 - 17:00`,
  'opening hours in English': `Mon: 9:00 AM - 6:00 PM\nTue: 9:00 AM - 6:00 PM\nWed: closed\nThu: 9:00 AM - 6:00 PM\nFri: 9:00 AM - 8:00 PM`,
  'timetable of an event': `10:00 開場
10:30 基調講演: 田中太郎（架空工業 社長）
11:30 パネル討論: 佐藤花子、鈴木一郎
12:30 昼食
13:30 分科会: 製造業のDX
15:00 閉会`,
  'timetable in English': `09:00 Registration
09:30 Keynote: Taro Tanaka
10:30 Panel: The future of bolts
12:00 Lunch
13:00 Workshop: Hands-on forging
15:00 Closing`,
  'IR text with one quotation': `架空工業の田中社長は「来期も増収を目指します」と述べた。原材料高については「価格転嫁を進めている」とした。`,
  'press release with a comment': `代表取締役社長 田中太郎のコメント：
「このたびの提携により、両社の強みを生かした製品を提供できることをうれしく思います。」

架空電機 代表 佐藤花子のコメント：
「新しい市場を共に開いてまいります。」`,
  'article with quotations in English': `"We will double our capacity," said Taro Tanaka, president of Kakuu. Asked about the cost, he said: "It is an investment in our people." Analysts were cautious: the stock fell 2%.`,
  'log of a program': `10:02:33 INFO server: started
10:02:34 INFO database: connected
10:02:35 WARN cache: cold
10:02:36 INFO server: listening on 8080
10:02:40 INFO server: request served`,
  YAML: `name: kakuu\nversion: 1.2.0\nauthor: Taro\nlicense: MIT\nscripts:\n  build: tsc\n  test: jest\nname: other`,
  'code in TypeScript': `const user: User = load();\nconst agent: Agent = user.agent;\nswitch (kind) {\n  case 'a':\n    return one;\n  default:\n    return two;\n}`,
  'HTTP headers': `Host: www.example.co.jp\nAccept: text/html\nUser-Agent: curl\nHost: www.example.co.jp\nAccept: */*`,
  SQL: `SELECT name, text FROM messages WHERE speaker = 'a';\n-- user: reads\n-- agent: writes`,
  'strengths and weaknesses': `強み：技術力が高い。
弱み：人材が不足している。
機会：海外市場が伸びている。
脅威：原材料が高騰している。`,
  'problems and measures': `課題：人手が足りない。
対応：採用を増やす。
課題：在庫が多い。
対応：発注点を見直す。
課題：納期が遅れる。
対応：外注先を増やす。`,
  'problems and measures, politely': `課題：人手が不足しています。
対応：採用を強化します。
課題：在庫が過剰です。
対応：発注点を見直します。
課題：納期に遅れが出ています。
対応：外注先を増やします。`,
  'history by year': `1950年：大阪で創業。
1965年：東京支店を開設しました。
1980年：東証に上場しました。
2001年：中国に工場を建てました。`,
  officers: `代表取締役社長：田中 太郎
専務取締役：佐藤 花子
取締役：鈴木 一郎
取締役：高橋 次郎
監査役：渡辺 三郎`,
  'officers in English': `CEO: Taro Tanaka\nCFO: Hanako Sato\nDirector: Ichiro Suzuki\nDirector: Jiro Takahashi\nAuditor: Saburo Watanabe`,
  'voices of customers': `お客様の声
東京都 A様：使いやすくて助かっています。
大阪府 B様：サポートが丁寧です。
福岡県 C様：価格も手頃でした。`,
  'reviews of employees': `- 営業職・30代：残業は月20時間ほど。
- 技術職・20代：研修が充実している。
- 営業職・40代：評価制度が不透明。
- 事務職・30代：有休は取りやすい。`,
  'table of figures': `| 年度 | 売上高 | 営業利益 |
|---|---|---|
| 2022 | 1,234 | 56 |
| 2023 | 1,345 | 67 |
| 2024 | 1,456 | 78 |`,
  'table of contacts': `| 担当者 | 内容 | 期限 |
|---|---|---|
| 田中 | 見積もり | 3/10 |
| 佐藤 | 契約 | 3/12 |
| 田中 | 検収 | 3/20 |`,
  'changes of a product': `v1.2: fixed a crash\nv1.3: added export\nv1.3: fixed export\nv1.4: faster start`,
  'news by day': `2024/03/04 新製品を発表。\n2024/03/10 工場の増設を決定。\n2024/04/01 社長に田中氏が就任。`,
  'news with times': `[10:02] 架空工業が業績を上方修正。
[10:30] 株価は5%高。
[11:15] アナリストは目標株価を引き上げ。`,
  'results of matches': `10:00 A - B 2:1\n11:30 C - D 0:0\n13:00 A - C 1:3`,
  'values of a company in the first person': `Mission: We connect people and machines.
Vision: We want to be the first choice of our customers.
Values: We listen, we learn and we act.`,
  'notes by source': `gBizINFO: 従業員数 1,200名。
EDINET: 売上高 100億円。
gBizINFO: 資本金 1億円。
Website: 拠点は国内12か所。
EDINET: 配当 年30円。`,
  'products by letter': `A: 標準モデル\nB: 大型モデル\nA: 価格 10万円\nB: 価格 20万円\nC: 小型モデル`,
  'steps of a recruitment': `Step 1: 書類選考を行います。
Step 2: 一次面接を行います。
Step 3: 最終面接を行います。
Step 1: の結果は一週間以内にお知らせします。`,
  'definitions of words': `顧客：当社の製品を買う人をいいます。
担当者：顧客に対応する社員をいいます。
利用者：顧客のうち登録を済ませた人をいいます。`,
  ratings: `Design: 4.5\nPrice: 3.0\nSupport: 5.0\nDesign: good\nPrice: fair\nSupport: excellent`,
  'recipes of settings': `User: the account that signs in
Agent: the process on the machine
User: needs the role "viewer"
Agent: needs the role "writer"`,
  'summary of an interview': `田中社長へのインタビュー（要約）：創業のきっかけは前職での不便。最初の顧客は大学の先輩の工場。今後は海外に注力する。`,
  'interview article with one name': `社長の田中氏は次のように語る。\n「創業時は3人でした。今は1,200人います」\n「これからも現場を大切にします」`,
  'headings with names': `## 田中\n営業を担当。\n\n## 佐藤\n経理を担当。\n\n## 鈴木\n総務を担当。`,
  bibliography: `Tanaka, T.: On bolts. Kakuu Press, 2020.\nSato, H.: Nuts in Japan. Kakuu Press, 2021.\nTanaka, T.: Bolts again. Kakuu Press, 2023.`,
  'times of trains': `本社最寄り駅から\n9:02 快速 東京行\n9:12 普通 品川行\n9:22 快速 東京行`,
  'durations of a video': `00:00 はじめに\n01:30 会社紹介\n05:45 製品紹介\n12:10 質疑応答\n18:00 まとめ`,
  'chapters with names': `00:00 Introduction: who we are\n02:10 Products: bolts\n07:30 Customers: car makers\n12:00 Outlook: growth`,
  'quotation block': `> 当社は創業以来、品質を第一としてきました。\n> これからも変わりません。\n\n出典：統合報告書 2024`,
  'one tagged remark': `編集部注：数値は2024年3月時点です。\n編集部注：社名は当時のものです。`,
  legend: `注：千円未満は切り捨てています。\n※：連結の値です。\n注：2023年度から会計方針を変更しています。\n※：速報値です。`,
  'comparison of two companies': `架空工業：売上は100億円で、前年より伸びています。\n仮想電機：売上は80億円で、横ばいです。\n架空工業：利益率は8%です。\n仮想電機：利益率は5%です。`,
  'comparison of two companies in English': `Kakuu: Revenue grew 12% to 10 billion yen.\nKasou: Revenue was flat.\nKakuu: Margin rose to 8%.\nKasou: Margin fell to 5%.`,
  'message of the president': `社長メッセージ\n\n皆さん、こんにちは。社長の田中です。私たちは昨年、創業70年を迎えました。これもひとえに皆さまのおかげです。今後ともよろしくお願いします。`,
  'places and people': `東京：田中、佐藤\n大阪：鈴木\n東京：高橋（兼務）\n名古屋：渡辺`,
};

/** Values that only look like talk. */
export const notesAsValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'officers with roles': {
    officers: [
      { role: 'CEO', name: '田中' },
      { role: 'CFO', name: '佐藤' },
    ],
  },
  'reviews by authors': {
    reviews: [
      { author: 'A', text: '使いやすい' },
      { author: 'B', text: '高い' },
      { author: 'C', text: '速い' },
    ],
  },
  'pages with texts': {
    pages: [
      { from: 'ir.pdf', text: '売上高 100億円' },
      { from: 'ir.pdf', text: '従業員 1,200名' },
      { from: 'csr.pdf', text: '女性管理職 20%' },
    ],
  },
  periods: {
    terms: [
      { start: 2020, end: 2021, text: '中期計画' },
      { start: 2022, end: 2024, text: '新中期計画' },
    ],
  },
  'spans in a text': {
    entities: [
      { start: 0, end: 4, text: '架空工業' },
      { start: 6, end: 8, text: '大阪' },
    ],
  },
  'quotes of one person': {
    quotes: [
      { speaker: '田中社長', quote: '増収を目指す' },
      { speaker: '田中社長', quote: '投資を続ける' },
    ],
  },
  'facts by source': {
    facts: [
      { source: 'edinet', value: 1 },
      { source: 'gbizinfo', value: 2 },
    ],
  },
  loudspeakers: {
    products: [
      { speaker: 'Bose', text: 'loud' },
      { speaker: 'JBL', text: 'light' },
    ],
  },
  'role of a function': { system: { role: 'function', text: 'x' } },
  'roles of accounts': { roles: [{ role: 'user', content: '管理画面' }] },
  'measures of parts': {
    items: [
      { start: 0.5, end: 0.9, text: 'box' },
      { start: 1.5, end: 2, text: 'lid' },
    ],
  },
};
