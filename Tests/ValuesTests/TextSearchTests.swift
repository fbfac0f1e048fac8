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
    text.uppercased().lowercased().replacing("ς", with: "σ")
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
      if let end { places.append(start..<end) }
      start = end ?? start + 1
    }
    return places
  }

  @Test func everyPlaceIsFoundWhateverTheCase() throws {
    let texts = Self.texts(over: "aAsSßéÉσς", upTo: Seeded.isLong ? 4 : 3)
    for wanted in Self.texts(over: "aSßÉΣ", upTo: 2) where !wanted.isEmpty {
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

  @Test func anEmptyTextIsNotSearchedFor() { #expect(TextSearch("") == nil) }

  @Test func aMarkIsPartOfWhatIsFound() throws {
    let search = try #require(TextSearch("e\u{301}"))
    expectEqual(search.ranges(in: "cafE\u{301}").count, 1)
    #expect(search.ranges(in: "café").isEmpty)
  }
}
