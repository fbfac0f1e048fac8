import TestSupport
import Testing
import Values

@Suite struct DomainNameTests {
  /// The samples of RFC 3492, section 7.1.
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    (
      "세계의모든사람들이한국어를이해한다면얼마나좋을까",
      "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
    ),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("PorquénopuedensimplementehablarenEspañol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
    ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
    ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
    ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
    ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"),
    ("-> $1.00 <-", "-> $1.00 <--"),
  ])
  func theSamplesOfTheStandardAreEncodedAndDecoded(text: String, ascii: String) throws {
    expectEqual(Punycode.encoded(Array(text.unicodeScalars)), ascii)
    let decoded = try #require(Punycode.decoded(ascii[...]))
    expectEqual(String(String.UnicodeScalarView(decoded)), text)
  }

  @Test(arguments: ["é", "8888888", "99999999", "a-!", "-", ""])
  func whatIsNoEncodingIsNotDecodedOrEmpty(text: String) {
    expectEqual(Punycode.decoded(text[...])?.isEmpty ?? true, true)
  }

  @Test(arguments: [
    ("Jörg@München.DE", nil), ("ann@MÜNCHEN.de", "ann@münchen.de"),
    ("ann@mu\u{308}nchen.de", "ann@münchen.de"), ("ann@XN--Mnchen-3YA.de", "ann@münchen.de"),
    ("ann@straße.de", "ann@straße.de"), ("ann@strasse.de", "ann@strasse.de"),
    ("ann@例え。テスト", "ann@例え.テスト"), ("ann@ｅｘａｍｐｌｅ．org", "ann@example.org"),
    ("ann@παράδειγμα.ελ", "ann@παράδειγμα.ελ"), ("ann@xn--abc.de", "ann@xn--abc.de"),
    ("ann@xn--.de", nil), ("ann@ab--ü.de", nil),
    ("ann@üb--c.de", nil), ("ann@a--bü.de", "ann@a--bü.de"), ("ann@abc--ü.de", "ann@abc--ü.de"),
    ("ann@ab--c.de", "ann@ab--c.de"), ("ann@xn--ab---nra.de", "ann@xn--ab---nra.de"),
    ("ann@ب١٢.de", "ann@ب١٢.de"), ("ann@ب۱۲.de", "ann@ب۱۲.de"), ("ann@ب١۲.de", nil),
    ("ann@-ü.de", nil), ("ann@ü-.de", nil), ("ann@☃.de", nil),
    ("ann@ü\u{200B}.de", "ann@ü.de"), ("ann@\u{308}a.de", nil), ("ann@①.de", nil),
    ("ann@\(String(repeating: "ü", count: 60)).de", nil),
  ])
  func equalDomainsOfAddressesAreEqualTexts(text: String, address: String?) {
    expectEqual(PropertyKind.email.converted(.text(text)), address.map { .text($0) }, "\(text)")
  }

  @Test(arguments: [
    ("https://MÜNCHEN.de:80/A?b#c", "https://münchen.de:80/A?b#c"),
    ("https://u:p@Xn--Mnchen-3ya.DE/", "https://u:p@münchen.de/"),
    ("https://Example.org/xn--a", "https://Example.org/xn--a"),
    ("mailto:A@BÜCHER.de,b@xn--bcher-kva.de?subject=x", "mailto:A@bücher.de,b@bücher.de?subject=x"),
    ("https://h/ä", nil), ("https://ü@h/", nil), ("https://€.de", nil),
  ])
  func equalDomainsOfURLsAreEqualTexts(text: String, url: String?) {
    expectEqual(PropertyKind.url.converted(.text(text)), url.map { .text($0) }, "\(text)")
  }
}
