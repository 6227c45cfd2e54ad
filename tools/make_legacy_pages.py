#!/usr/bin/env python3
"""Writes the golden pages whose bytes a text editor would not preserve.

In: the texts below. Out: tests/golden/encoding-*.html in their real encodings, and a few pages of NULs, line ends,
white space, junk and deep nesting. Deterministic: no clock, and only a fixed pseudo-random sequence. Every text
must fit its encoding; a character that does not is an error here, not a question mark in the page.

    tools/make_legacy_pages.py            writes the pages
    tools/make_legacy_pages.py --check    writes nothing; exit code 1 if a page differs
"""

import sys
import unicodedata
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"

VIETNAMESE_TONES = "\u0300\u0301\u0303\u0309\u0323"


def page(meta, lang, title, nav, body, footer):
    """A page with the usual structure. META is the markup of the declaration, or empty."""
    links = "".join(f'<li><a href="/{n}">{text}</a></li>' for n, text in enumerate(nav, 1))
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<head>
{meta}<title>{title}</title>
</head>
<body>
<ul id="nav">{links}</ul>
<div id="content">
<h1>{title}</h1>
{body.strip()}
</div>
<div id="footer">{footer}</div>
</body>
</html>
"""


def http_equiv(charset):
    return f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">\n'


def meta_charset(charset):
    return f'<meta charset="{charset}">\n'


def tones_apart(text):
    """Vietnamese as in windows-1258: the letter with its circumflex, breve or horn first, then the tone mark."""
    out = []
    for char in text:
        parts = unicodedata.normalize("NFD", char)
        tone = "".join(c for c in parts if c in VIETNAMESE_TONES)
        rest = "".join(c for c in parts if c not in VIETNAMESE_TONES)
        out.append(unicodedata.normalize("NFC", rest) + tone)
    return "".join(out)


# ------------------------------------------------------------------- texts in their languages

FRENCH = dict(
    lang="fr",
    title="Le marché aux noix de Saint-Aubrac",
    nav=["Accueil", "Agenda", "Météo"],
    body="""
<p>Chaque samedi d’octobre, la place se remplit de paniers&nbsp;: noix, cèpes, châtaignes… «&nbsp;On vient pour les noix, on
reste pour la soupe&nbsp;», dit Élodie Vernoux. Le kilo coûte 4,50 €, et le café “à l’ancienne” est offert.</p>
<ul><li>Où&nbsp;? Place de l’Hôtel-de-Ville</li><li>Quand&nbsp;? De 8 h à 13 h — même s’il pleut</li></ul>
<p>L’œuf du jour&#8239;: <a href="/oeuf">une omelette géante</a> pour deux cents personnes, cuite dans une poêle de Nœux™.</p>
""",
    footer="© La Gazette d’Aubrac – tous droits réservés",
)

RUSSIAN = dict(
    lang="ru",
    title="Маяк на краю города",
    nav=["Главная", "Новости", "Архив", "Контакты"],
    body="""
<p>Старый маяк на мысе Ветров построили в 1893 году. С тех пор он гас только два раза: во время большой бури и в тот день,
когда смотритель женился. Сегодня здесь живёт Аглая Петровна Ручьёва, и каждый вечер она сама поднимается наверх.</p>
<p>«Лампу давно включает автоматика, — говорит она, — но я ей не доверяю». Сто двенадцать ступеней, чашка чая, журнал
наблюдений. Корабли проходят мимо и отвечают гудком. <a href="/photo">Смотрите фотографии маяка</a>.</p>
<ol><li>Автобус № 7 до конечной остановки.</li><li>Дальше пешком вдоль берега.</li></ol>
<p>Летом маяк открыт для гостей по воскресеньям с десяти до четырёх часов. Вход бесплатный, но просят не шуметь: на
крыше гнездятся чайки, и они очень ревнивы.</p>
""",
    footer="Все права защищены. Газета «Мыс»",
)

UKRAINIAN = dict(
    lang="uk",
    title="Пекарня біля річки",
    nav=["Головна", "Новини"],
    body="""
<p>Щоранку о п’ятій Ганна відчиняє пекарню. Її хліб знають у всьому місті, а ґречаники – ще й за його межами.</p>
<p>«Їжте, поки гарячий», каже вона. <a href="/map">Як нас знайти</a>.</p>
""".replace("’", "'").replace("–", "-").replace("«", '"').replace("»", '"'),
    footer="Пекарня 2026",
)

CZECH = dict(
    lang="cs",
    title="Žluťoučký kůň na střeše",
    nav=["Úvod", "Články", "Kontakt"],
    body="""
<p>Na střeše radnice v Podhůří stojí od jara plechový kůň. Žluťoučký, trochu křivý, ale děti ho mají rády. „Příliš
hlasitě skřípe,“ stěžuje si pan Řehoř, „zvlášť když fouká od severu.“</p>
<p>Kováři slíbili, že ho do léta promažou. Více čtěte v <a href="/clanek">článku o větrných korouhvích</a>…</p>
<p lang="pl">Zażółć gęślą jaźń: tak brzmi znane zdanie po polsku. Pchnąć w tę łódź jeża lub ośm skrzyń fig.</p>
""",
    footer="© Podhůřské noviny – všechna práva vyhrazena",
)

HUNGARIAN = dict(
    lang="hu",
    title="A torony őre",
    nav=["Kezdőlap", "Hírek"],
    body="""
<p>Árvíztűrő tükörfúrógép: ezt a két szót mindenki ismeri. A torony őre azonban egy harmadikat is tud, de nem árulja el.</p>
<p>Esténként hűvös szél fúj a tó felől, és az öreg őr meséket olvas az unokáinak. <a href="/mese">A mesék itt olvashatók</a>.</p>
""",
    footer="Minden jog fenntartva",
)

GREEK = dict(
    lang="el",
    title="Ο φούρνος της γειτονιάς",
    nav=["Αρχική", "Νέα", "Επικοινωνία"],
    body="""
<p>Στις πέντε το πρωί ανάβει το πρώτο φως στην οδό Αμυγδαλιάς. Ο κύριος Θωμάς ζυμώνει με προζύμι που κρατά από τη γιαγιά του.</p>
<p>«Το ψωμί θέλει υπομονή», λέει. Τι άλλο θέλει; Αλάτι, νερό και καλή παρέα. <a href="/syntages">Δείτε τις συνταγές</a>.</p>
""",
    footer="© Ο Φούρνος",
)

TURKISH = dict(
    lang="tr",
    title="Çarşıdaki saatçi",
    nav=["Ana sayfa", "Haberler", "İletişim"],
    body="""
<p>Küçük çarşının sonunda, ışığı hiç sönmeyen bir dükkân var. Saatçi İsmail Usta, “Durmuş saat yoktur, unutulmuş saat vardır” der.</p>
<p>Geçen yıl kulenin büyük saatini onardı; şimdi herkes otobüse zamanında yetişiyor. <a href="/roportaj">Röportajın tamamı</a> yarın.</p>
""",
    footer="© Çarşı Gazetesi – her hakkı saklıdır",
)

HEBREW = dict(
    lang="he",
    title="הספרן שעל ההר",
    nav=["ראשי", "חדשות", "צור קשר"],
    body="""
<p>בקצה הכפר, בבית אבן קטן, שוכנת ספרייה של שלושת אלפים ספרים. הספרן, יונתן ברקאי, פותח את הדלת בכל בוקר בשמונה.</p>
<p>”מי שמחזיר ספר באיחור מביא עוגה“, הוא צוחק. שָׁלוֹם לכולם! <a href="/books">לרשימת הספרים</a></p>
""",
    footer="כל הזכויות שמורות ©",
)

ARABIC = dict(
    lang="ar",
    title="بائع القهوة عند الجسر",
    nav=["الرئيسية", "أخبار", "اتصل بنا"],
    body="""
<p>كل صباح يقف العم حسن عند الجسر القديم ومعه إبريق نحاسي كبير. رائحة القهوة تصل إلى آخر الشارع، والناس يعرفون الوقت منها.</p>
<p>يقول مبتسمًا: «القهوة لا تنتظر أحدًا». كم كوبًا يبيع في اليوم؟ أكثر من مئتين، كما يقول. <a href="/video">شاهد الفيديو</a></p>
""",
    footer="جميع الحقوق محفوظة ©",
)

LITHUANIAN = dict(
    lang="lt",
    title="Žvejo namelis prie ežero",
    nav=["Pradžia", "Naujienos", "Ryšiai"],
    body="""
<p>Prie Ąžuolinės ežero stovi mažas žalias namelis. Jame gyvena žvejys Šarūnas, kuris kiekvieną rytą išplaukia dar prieš aušrą.</p>
<p>„Žuvis mėgsta tylą“, – sako jis. Ką dar ji mėgsta? Šiltą lietų ir švelnų vėją. <a href="/zemelapis">Kelias iki ežero</a></p>
""",
    footer="© Ežero žinios",
)

VIETNAMESE = dict(
    lang="vi",
    title="Quán phở bên sông",
    nav=["Trang chủ", "Tin tức", "Liên hệ"],
    body="""
<p>Mỗi buổi sáng, bà Hạnh nhóm bếp từ bốn giờ. Nồi nước dùng sôi nhẹ suốt đêm, mùi quế và hồi bay khắp con phố nhỏ.</p>
<p>“Nước dùng phải trong như nước sông mùa thu,” bà nói. Một bát giá 30.000 ₫. <a href="/bando">Xem bản đồ</a></p>
""",
    footer="© Quán bà Hạnh",
)

THAI = dict(
    lang="th",
    title="สวนดอกไม้หลังวัด",
    nav=["หน้าแรก", "ข่าว", "ติดต่อ"],
    body="""
<p>หลังวัดเก่าริมแม่น้ำมีสวนดอกไม้เล็กๆ ที่หลวงตาปลูกไว้มานานกว่าสามสิบปี ทุกเช้าจะมีเด็กนักเรียนมาช่วยรดน้ำก่อนเข้าเรียน</p>
<p>หลวงตาบอกว่า ดอกไม้ไม่เคยรีบบาน แต่ก็บานทันเวลาเสมอ <a href="/photo">ดูภาพถ่าย</a></p>
""",
    footer="สงวนลิขสิทธิ์",
)

JAPANESE = dict(
    lang="ja",
    title="坂の上の時計店",
    nav=["ホーム", "お知らせ", "店舗案内"],
    body="""
<p>坂を上りきったところに、小さな時計店があります。店主の高橋さんは、朝八時になると百個の時計のねじをひとつずつ巻きます。</p>
<p>「時計は毎日かまってやらないと、すねるんです」と笑いました。営業時間は十時～六時。<a href="/map">地図を見る</a></p>
<table><tr><th>表示</th><td>ソフトウェア能力の予定表</td></tr></table>
""",
    footer="無断転載を禁じます。",
)

CHINESE = dict(
    lang="zh-CN",
    title="茶馆里的说书人",
    nav=["首页", "新闻", "文化", "联系我们"],
    body="""
<p>每天下午三点，老城的茶馆里就坐满了人。说书人姓陈，今年六十八岁，手里一把折扇，面前一块惊堂木，一讲就是两个小时。</p>
<p>“好故事要留一半在明天。”他说。年轻人起初只是来喝茶，后来也舍不得走了。有人问他讲过多少个故事，他摇摇扇子：记不清了，
大概和河里的石头一样多吧！<a href="/story">点击收听录音</a></p>
<p>茶馆的老板告诉记者，自从说书人来了以后，生意好了很多。下个月，他们还要请一位弹三弦的师傅，每周六晚上演出，欢迎大家光临。</p>
""",
    footer="版权所有 未经许可不得转载",
)

TAIWANESE = dict(
    lang="zh-TW",
    title="巷口的豆花店",
    nav=["首頁", "最新消息", "關於我們"],
    body="""
<p>巷口的豆花店開了四十年，招牌早就褪色了，客人卻一天比一天多。老闆娘說，祕訣只有一個：豆子要泡足八個小時，不能偷懶。</p>
<p>「功夫許可的話，連蓋子都要自己做。」她笑著說。夏天加冰，冬天加薑汁，一碗三十五元。<a href="/map">看地圖</a></p>
""",
    footer="版權所有",
)

KOREAN = dict(
    lang="ko",
    title="언덕 위의 우체국",
    nav=["홈", "소식", "찾아오는 길"],
    body="""
<p>언덕 위 작은 우체국에는 직원이 한 명뿐이다. 그는 편지를 나르고, 창문을 닦고, 저녁에는 종을 친다. 똠방각하라는 별명도 있다.</p>
<p>“편지는 천천히 가야 제맛이죠.” 펲시라는 이름의 고양이가 옆에서 하품을 한다. <a href="/letter">편지 쓰기</a></p>
""",
    footer="무단 전재 및 재배포 금지",
)

ENGLISH = dict(
    lang="en",
    title="A naïve résumé of the week",
    nav=["Home", "Diary"],
    body="""
<p>On Monday it rained – as it does. On Tuesday the café on the corner gave away its old chairs, and we took two.</p>
<p>“They wobble,” said Zoë, “but so do we.” A stamp now costs 95 ¢; <a href="/post">see the tariff</a> 📮.</p>
""",
    footer="© The diary",
)

BASIC = {**ENGLISH, "body": ENGLISH["body"].replace(" 📮", "")}

GB18030_MORE = """<p>四字节字符：𠮷、𠀀、한국어、ภาษาไทย、öß、😀。</p>
"""


# ---------------------------------------------------------------------------- pages as bytes


def declared(text, declaration, codec):
    return page(declaration, **text).encode(codec)


def encoding_pages():
    """(name, bytes) of the pages in well-formed legacy encodings."""
    chinese4 = {**CHINESE, "body": CHINESE["body"].strip() + "\n" + GB18030_MORE}
    sentence = {**JAPANESE, "body": JAPANESE["body"].replace("～", "〜")}
    kana = {**JAPANESE, "footer": "ﾊﾝｶｸ ① 髙島　" + JAPANESE["footer"]}
    plain_french = {**FRENCH, "body": FRENCH["body"].replace("’", "'").replace("…", "...")
                    .replace("“", '"').replace("”", '"').replace("—", "-").replace("™", ""),
                    "footer": "© La Gazette d'Aubrac"}
    plain_czech = {**CZECH, "body": CZECH["body"].replace("„", '"').replace("“", '"')
                   .replace("…", "..."), "footer": "Podhůřské noviny"}
    plain_russian = {**RUSSIAN, "body": RUSSIAN["body"].replace("«", '"').replace("»", '"')
                     .replace("—", "-").replace("№", "No"),
                     "footer": "Все права защищены."}
    return [
        ("windows-1252", declared(FRENCH, http_equiv("iso-8859-1"), "cp1252")),
        ("iso-8859-15", declared(plain_french, http_equiv("ISO-8859-15"), "iso8859_15")),
        ("macintosh", declared(FRENCH, meta_charset("macintosh"), "mac_roman")),
        ("windows-1251", declared(RUSSIAN, http_equiv("windows-1251"), "cp1251")),
        ("windows-1251-undeclared", declared(RUSSIAN, "", "cp1251")),
        ("koi8-r", declared(plain_russian, http_equiv("koi8-r"), "koi8_r")),
        ("koi8-u", declared(UKRAINIAN, http_equiv("KOI8-U"), "koi8_u")),
        ("ibm866", declared(plain_russian, meta_charset("cp866"), "cp866")),
        ("iso-8859-5", declared(plain_russian, meta_charset("iso-8859-5"), "iso8859_5")),
        ("windows-1250", declared(CZECH, http_equiv("Windows-1250"), "cp1250")),
        ("iso-8859-2", declared(plain_czech, http_equiv("iso-8859-2"), "iso8859_2")),
        ("iso-8859-2-hungarian", declared(HUNGARIAN, meta_charset("latin2"), "iso8859_2")),
        ("windows-1253", declared(GREEK, http_equiv("windows-1253"), "cp1253")),
        ("iso-8859-7", declared(GREEK, meta_charset("greek"), "iso8859_7")),
        ("windows-1254", declared(TURKISH, http_equiv("iso-8859-9"), "cp1254")),
        ("windows-1255", declared(HEBREW, http_equiv("windows-1255"), "cp1255")),
        ("windows-1256", declared(ARABIC, http_equiv("windows-1256"), "cp1256")),
        ("windows-1257", declared(LITHUANIAN, http_equiv("windows-1257"), "cp1257")),
        ("windows-1258", tones_apart(page(http_equiv("windows-1258"), **VIETNAMESE)).encode("cp1258")),
        ("windows-874", declared(THAI, http_equiv("TIS-620"), "cp874")),
        ("shift_jis", declared(kana, http_equiv("Shift_JIS"), "cp932")),
        ("euc-jp", declared({**sentence, "footer": "ﾊﾝｶｸ 森鷗外 " + sentence["footer"]},
                            http_equiv("EUC-JP"), "euc_jp")),
        ("iso-2022-jp", declared(sentence, http_equiv("iso-2022-jp"), "iso2022_jp")),
        ("gb18030", declared(chinese4, meta_charset("gb18030"), "gb18030")),
        ("gbk", declared(CHINESE, http_equiv("gb2312"), "gbk")),
        ("gbk-undeclared", declared(CHINESE, "", "gbk")),
        ("big5", declared(TAIWANESE, http_equiv("big5"), "big5")),
        ("euc-kr", declared(KOREAN, http_equiv("euc-kr"), "cp949")),
        ("utf-16le", b"\xff\xfe" + declared(ENGLISH, meta_charset("utf-8"), "utf_16_le")),
        ("utf-16be", b"\xfe\xff" + declared(CHINESE, "", "utf_16_be")),
        ("utf-8-bom", b"\xef\xbb\xbf" + declared(ENGLISH, http_equiv("iso-8859-1"), "utf_8")),
        ("utf-8-undeclared", declared(CZECH, "", "utf_8")),
        ("windows-1252-undeclared", declared(BASIC, "", "cp1252")),
    ]


def declaration_pages():
    """Pages that test encoding declarations."""
    tricky = (
        '<!-- <meta charset="koi8-r"> -->\n'
        '<link title="<meta charset=koi8-r>">\n'
        '<META content = \'text/html; charset = "cp1251"\' name=x HTTP-EQUIV=Content-Type>\n'
    )
    xml = '<?xml version="1.0" encoding="windows-1251"?>\n'
    return [
        ("meta-tricky", declared(RUSSIAN, tricky, "cp1251")),
        ("xml-declaration", (xml + page("", **RUSSIAN)).encode("cp1251")),
        ("meta-utf-16", declared(ENGLISH, meta_charset("utf-16le"), "utf_8")),
        ("meta-unknown", declared(ENGLISH, meta_charset("x-no-such-charset"), "utf_8")),
        ("meta-replacement", declared(BASIC, meta_charset("hz-gb-2312"), "cp1252")),
        ("meta-user-defined", declared(BASIC, meta_charset("x-user-defined"), "cp1252")),
    ]


def bad_encoding_pages():
    """Pages with byte sequences that are invalid in their encoding."""
    utf8 = (
        b'<!DOCTYPE html>\n<meta charset="utf-8"><title>Bad \xff bytes</title>\n'
        b"<p>Alone: a\x80b, a\xbfb, a\xc3b, a\xffb.</p>\n"
        b"<p>Overlong: a\xc0\xafb, a\xe0\x80\xafb, a\xf0\x80\x80\xafb.</p>\n"
        b"<p>Surrogate: a\xed\xa0\x80b. Too large: a\xf4\x90\x80\x80b, a\xf5\x80b.</p>\n"
        b"<p>Cut short: a\xe2\x82b, a\xf0\x9f\x98b, before a tag \xe2\x82<b>bold</b>.</p>\n"
        b'<p class="caf\xe9">Latin-1 in a UTF-8 page: caf\xe9 cr\xe8me.</p>\n'
        b"<p>Good: \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80.</p>\n"
        b"<p>Cut by the end: \xe2\x82"
    )
    sjis = (
        b'<!DOCTYPE html>\n<meta charset="shift_jis"><title>\x93\xfa\x96{\x8c\xea</title>\n'
        b"<p>Lead byte before a tag: \x82<b>bold</b>.</p>\n"
        b'<p title="\x81">Lead byte before a quote.</p>\n'
        b"<p>Bad pair: \x82\xfd, no such byte: \xa0 \xfe \xff \x80.</p>\n"
        b"<p>Good: \x93\xfa\x96\x7b\x8c\xea \xb1\xb2 \x95\x5c.</p>\n"
        b"<p>Cut by the end: \x93"
    )
    gb = (
        b'<!DOCTYPE html>\n<meta charset="gbk"><title>\xb2\xe8</title>\n'
        b"<p>Lead byte before a tag: \xb2<b>bold</b>. Four bytes cut: \x81\x30\x81<i>i</i>.</p>\n"
        b"<p>No such character: \xff \x80 \xfe\x39\xfe\x39. Good: \xb2\xe8\xb9\xdd.</p>\n"
        b"<p>Cut by the end: \x81\x30"
    )
    utf16 = "<title>Odd</title><p>A lone \ud83d surrogate, the other \ude00 half, a pair 😀, an odd end"
    return [
        ("utf-8-bad", utf8),
        ("shift_jis-bad", sjis),
        ("gbk-bad", gb),
        ("utf-16le-bad", b"\xff\xfe" + utf16.encode("utf_16_le", "surrogatepass") + b"\x2e"),
    ]


def nul_page():
    return (
        b"<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>N\0UL</title>\n"
        b"<script>var a = '\0';</script></head>\n<body>\n"
        b"<h1>NULs \0everywhere</h1>\n"
        b"<p>In te\0xt they are dropped.\0</p>\n"
        b"<p cl\0ass=x id=\"a\0b\" title=c\0d>In attributes.</p>\n"
        b"<b\0old>In a tag name</b\0old> <\0p> <!\0x> </\0p>\n"
        b"<!-- in a com\0ment -->\n"
        b"<pre>in p\0re\n\0</pre>\n"
        b"<textarea>in a text\0area</textarea>\n"
        b"<svg><text>in s\0vg</text></svg>\n"
        b"<table>\0<tr><td>in a c\0ell</td></tr></table>\n"
        b"<p>\0</p>\n<p>In a reference: &am\0p; &#6\x005; &\0amp;</p>\n"
        b"<p>Other controls: \x01 \x0b \x7f \xc2\x85 end.</p>\n"
        b"<xmp>in x\0mp</xmp>\n<plaintext>in plain\0text\0"
    )


def line_ends_page():
    return (
        b"<!DOCTYPE html>\r\n<html>\r\n<head>\r\n<meta charset=utf-8>\r\n<title>Line\r\nends</title>\r\n"
        b"</head>\r\n<body>\r\n<h1>Line\rends</h1>\r\n"
        b"<p\rclass=\"one\r\ntwo\rthree\"\r\n>Lines end\r\nin three\rways\nhere.\x0cA form feed.</p>\r\n"
        b"<pre>\r\nCRLF, the first dropped\r\n\tsecond\r\n\r\nfourth\r\n</pre>\r\n"
        b"<pre>\rCR alone\rsecond\r\rfourth\r</pre>\r\n"
        b"<pre>\n\rLF CR is two line ends</pre>\r\n"
        b"<pre>reference: [&#13;] [&#13;&#10;] [&#10;]</pre>\r\n"
        b"<textarea>\r\n one\r\n two\r three</textarea>\r\n"
        b"<p>One<br>\r\n<br>two<br>\r<br>three</p>\r\n"
        b"<ul>\r<li>item\r<li>item\r</ul>\r\n"
        b"<!--\r\n comment \r-->\r\n<p>End with a CR.\r"
    )


def junk_page():
    """The first bytes of a PNG, then numbers from a small generator, with a few tags among them."""
    state = 20240229
    out = bytearray(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x90\x08\x06\0\0\0")
    for n in range(2000):
        state = (state * 1103515245 + 12345) % 2**31
        out.append(state >> 16 & 0xFF)
        if n % 211 == 210:
            out += (b"<p>", b"<", b">", b"<a href=", b"</", b"&#x", b"<!--x-->", b"IDAT", b"\"'")[n // 211 % 9]
    return bytes(out + b"IEND\xaeB`\x82")


def deep_page():
    """Deeper than the default max_depth of 512."""
    return (
        b"<!DOCTYPE html>\n<title>Deep</title>\n<p>Before.</p>\n"
        + b"<div>" * 600
        + b"<p>At the <b>bottom</b>.</p><ul><li>item"
        + b"</div>" * 600
        + b"\n<p>After.</p>\n"
    )


def other_pages():
    return [
        ("empty", b""),
        ("white-space", b" \t\r\n\x0c\n   \r\r\n\t\n"),
        ("bom-only", b"\xef\xbb\xbf"),
        ("comment-only", b"<!-- nothing but this -->\n"),
        ("binary", junk_page()),
        ("binary-junk", b"<p>" + junk_page()),
        ("nul", nul_page()),
        ("line-ends", line_ends_page()),
        ("deep", deep_page()),
    ]


def all_pages():
    encoded = encoding_pages() + declaration_pages() + bad_encoding_pages()
    return [("encoding-" + name, data) for name, data in encoded] + other_pages()


def main(args):
    if args not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    differ = 0
    for name, data in all_pages():
        path = GOLDEN / (name + ".html")
        if not args:
            path.write_bytes(data)
        elif not path.is_file() or path.read_bytes() != data:
            print(f"differs: {path.name}", file=sys.stderr)
            differ = 1
    return differ


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
