/// Maps UTF-16 positions in one text to positions after the same characters in another.
struct MovedPlaces {
  /// Maximum UTF-16 length of a differing part that is compared unit by unit.
  private static let longest = 400

  /// The lengths of the texts.
  private let (former, present): (Int, Int)
  /// The lengths of the common prefix and suffix.
  private let (start, end): (Int, Int)
  /// New positions for the part between prefix and suffix; empty if that part is compared as a
  /// whole.
  private let places: [Int]

  init(from former: String, to present: String) {
    let (old, new) = (Array(former.utf16), Array(present.utf16))
    let most = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end =
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most - start).count
    (self.former, self.present) = (old.count, new.count)
    (self.start, self.end) = (start, end)
    places = Self.places(
      from: Array(old[start..<old.count - end]), to: Array(new[start..<new.count - end])
    ).map { start + $0 }
  }

  subscript(place: Int) -> Int {
    if place <= start { return max(0, place) }
    let fromEnd = former - place
    if fromEnd <= end { return present - max(0, fromEnd) }
    return places.isEmpty ? min(place, present - end) : places[place - start]
  }

  func selection(_ anchor: Int, _ caret: Int) -> (Int, Int) {
    let isAll = former > 0 && min(anchor, caret) == 0 && max(anchor, caret) == former
    guard isAll else { return (self[anchor], self[caret]) }
    return anchor <= caret ? (0, present) : (present, 0)
  }

  /// Formatting moves separators, so letters and digits have a higher weight.
  private static func weight(of unit: UInt16) -> Int {
    guard let scalar = Unicode.Scalar(unit) else { return 3 }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? 3 : 1
  }

  /// Maps positions along the heaviest common subsequence.
  private static func places(from old: [UInt16], to new: [UInt16]) -> [Int] {
    guard !old.isEmpty, !new.isEmpty, max(old.count, new.count) <= longest else { return [] }
    // The weight of the heaviest common subsequence after each pair of positions.
    let width = new.count + 1
    var best = [Int](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        let place = row * width + column
        let both =
          old[row] == new[column] ? best[place + width + 1] + weight(of: old[row]) : 0
        best[place] = max(best[place + width], best[place + 1], both)
      }
    }
    var places = [0]
    var column = 0
    for row in old.indices {
      while column < new.count, best[row * width + column] == best[row * width + column + 1] {
        column += 1
      }
      let place = row * width + column
      if column < new.count, old[row] == new[column],
        best[place] == best[place + width + 1] + weight(of: old[row])
      {
        column += 1
        places.append(column)
      } else {
        places.append(places[row])
      }
    }
    return places
  }
}
