import Validation

extension CornerCase {
  static let zeros: [CornerCase] = {
    let (integer, two) = (CornerFormats.integer, CornerFormats.two)
    return [
      CornerCase(
        95, "a lone zero gives way to the digit typed behind it",
        [.typed(integer, "0^", "5", "5^", "5")]),
      CornerCase(
        96, "a lone zero stays behind a digit typed before it",
        [.typed(integer, "^0", "5", "5^0", "50")]),
      CornerCase(
        97, "a zero behind a lone zero changes nothing, and is nothing to undo",
        [
          .typed(integer, "0^", "0", "0^", "0"),
          .keys(integer, "^", [.character("0"), .character("0"), .undo], "^", .empty),
        ]),
      CornerCase(
        98, "a lone zero gives way before a fraction too",
        [.typed(two, "0^.5", "3", "3^.5", "3.5")]),
    ]
  }()
}
