/// Turns models into what a view shows.
///
/// It sits between presenter and view, and both its input and its output are the screen's own. Two
/// formatters give one record two faces, and none of them changes it; a test of one needs no view.
///
/// ```swift
/// struct RatingFormatter: ScreenFormatter {
///   func output(for show: Show) -> [Section<Row, RowKind>] { … }
/// }
/// ```
public protocol ScreenFormatter<Input, Output> {
  /// The models of the screen.
  associatedtype Input
  /// What the view shows, as a rule sections of items.
  associatedtype Output

  /// What shows the models.
  func output(for input: Input) -> Output
}
