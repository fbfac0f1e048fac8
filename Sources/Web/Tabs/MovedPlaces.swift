/// Where the positions of one text are in another that differs from it in one stretch, in UTF-16.
struct MovedPlaces {
  private let former: [UInt16]
  private let present: [UInt16]
  private let (start, end): (Int, Int)

  init(from former: String, to present: String) {
    (self.former, self.present) = (Array(former.utf16), Array(present.utf16))
    let most = min(self.former.count, self.present.count)
    start = zip(self.former, self.present).prefix { $0 == $1 }.count
    end =
      zip(self.former.reversed(), self.present.reversed()).prefix { $0 == $1 }.prefix(most - start)
      .count
  }

  subscript(place: Int) -> Int {
    if place <= start { return max(0, place) }
    let fromEnd = former.count - place
    if fromEnd <= end { return present.count - max(0, fromEnd) }
    return min(place, present.count - end)
  }

  /// The selection of the whole text remains one.
  func selection(_ anchor: Int, _ caret: Int) -> (Int, Int) {
    let isAll = !former.isEmpty && min(anchor, caret) == 0 && max(anchor, caret) == former.count
    guard isAll else { return (self[anchor], self[caret]) }
    return anchor <= caret ? (0, present.count) : (present.count, 0)
  }
}
