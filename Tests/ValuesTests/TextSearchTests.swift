import Foundation
import TestSupport
import Testing
import Values

@Suite struct TextSearchTests {
  private static func texts(over scalars: String, upTo length: Int) -> [String] {
    var all = [""]
    var last = all
    for _ in 0..<length {
      last = last.flatMap { text in scalars.unicodeScalars.map { text + String($0) } }
      all += last
    }
    return all
  }

  private static func folded(_ text: some StringProtocol) -> String {
    let parts = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(parts.filter { $0.value != 0x301 }))
      .uppercased().lowercased().replacing("ς", with: "σ")
  }

  /// By definition: the first matching part, then again after it.
  private static func places(of wanted: String, in text: String) -> [Range<Int>] {
    let scalars = Array(text.unicodeScalars)
    var places: [Range<Int>] = []
    var start = 0
    while start < scalars.count {
      let end = (start + 1...scalars.count).first { end in
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[start..<end])
        return folded(String(part)) == folded(wanted)
      }
      guard let end, scalars[start].value != 0x301 else {
        start += 1
        continue
      }
      // The marks of the last letter are part of what is found.
      let last = scalars[end...].firstIndex { $0.value != 0x301 } ?? scalars.count
      places.append(start..<last)
      start = last
    }
    return places
  }

  @Test func everyPlaceIsFoundWhateverCaseAndAccents() throws {
    let texts = Self.texts(over: "aAsSßéÉσς\u{301}", upTo: Seeded.isLong ? 4 : 3)
    for wanted in Self.texts(over: "aSßEÉΣ", upTo: 2) where !wanted.isEmpty {
      let search = try #require(TextSearch(wanted))
      for text in texts {
        let found = search.ranges(in: text).map { range in
          let start = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
          let end = text.unicodeScalars.distance(from: text.startIndex, to: range.upperBound)
          return start..<end
        }
        expectEqual(found, Self.places(of: wanted, in: text), "\(wanted) in \(text)")
      }
    }
  }

  @Test func aLongerTextIsFoundOnlyWhereAShorterOneIs() throws {
    let texts = Self.texts(over: "aAsSßéÉσς\u{301}ﬁ", upTo: 3)
    for wanted in Self.texts(over: "asßÉf\u{301}", upTo: 2) where !wanted.isEmpty {
      let search = try #require(TextSearch(wanted))
      for text in texts where !search.ranges(in: text).isEmpty {
        #expect(search.isFound(in: text), "\(wanted) in \(text)")
      }
      for former in Self.texts(over: "asßÉf\u{301}", upTo: 2) where !former.isEmpty {
        let other = try #require(TextSearch(former))
        guard search.isNarrower(than: other) else { continue }
        for text in texts where search.isFound(in: text) {
          #expect(other.isFound(in: text), "\(former) in \(text), as \(wanted)")
        }
      }
    }
    #expect(try #require(TextSearch("ss")).isNarrower(than: try #require(TextSearch("S"))))
    #expect(!(try #require(TextSearch("s")).isNarrower(than: try #require(TextSearch("ss")))))
    #expect(try #require(TextSearch("s")).isFound(in: "Maß"))
  }

  @Test func anEmptyTextIsNotSearchedFor() { #expect(TextSearch("") == nil) }

  @Test(arguments: [
    ("cafe", "Café", ["Café"]), ("café", "cafe", ["cafe"]), ("e\u{301}", "été", ["é", "é"]),
    ("e", "cafE\u{301}s", ["E\u{301}"]), ("fi", "ﬁnal", ["ﬁ"]), ("٣", "a3", ["3"]),
    ("\u{301}", "e\u{301}é", ["\u{301}"]), ("f", "ﬁ", []), ("ss", "Maß", ["ß"]),
    ("s", "Maß", []),
  ])
  func accentsWidthAndLigaturesDoNotMatter(wanted: String, text: String, found: [String]) throws {
    let search = try #require(TextSearch(wanted))
    for _ in 0..<2 { expectEqual(search.ranges(in: text).map { String(text[$0]) }, found) }
  }
}
