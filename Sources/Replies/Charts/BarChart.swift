package struct BarChart: Hashable, Sendable {
  package var title: String
  package var bars: [Bar]

  package init(_ title: String, _ bars: [Bar]) { (self.title, self.bars) = (title, bars) }

  /// An SVG image; texts and axes have the text color of the surrounding page.
  package var svg: String {
    let (width, height) = (720.0, 360.0)
    let (side, top, bottom) = (20.0, 40.0, 40.0)
    let least = min(0, bars.map(\.length).min() ?? 0)
    // Half of the range, because the whole range can overflow.
    let span = max(0, bars.map(\.length).max() ?? 0) / 2 - least / 2
    func down(_ length: Double) -> Double {
      let part = span > 0 ? (length / 2 - least / 2) / span : 0
      return height - bottom - part * (height - top - bottom - 16)
    }
    let step = (width - 2 * side) / Double(max(1, bars.count))
    var result = Chart.opening(title, width, height)
    result += Chart.text(title, width / 2, top / 2, "middle")
    for (place, bar) in bars.enumerated() {
      let left = side + Double(place) * step
      let (start, end) = (down(max(0, bar.length)), down(min(0, bar.length)))
      result += """
          <rect x="\(Chart.coordinate(left + step / 10))" y="\(Chart.coordinate(start))" \
        width="\(Chart.coordinate(step * 0.8))" height="\(Chart.coordinate(end - start))" \
        fill="#3465a4"/>

        """
      result += Chart.text(bar.text, left + step / 2, start - 4, "middle")
      result += Chart.text(bar.label, left + step / 2, height - bottom / 2, "middle")
    }
    let base = Chart.coordinate(down(0))
    result += """
        <path d="M\(Chart.coordinate(side)) \(base)H\(Chart.coordinate(width - side))" \
      fill="none" stroke="currentColor"/>

      """
    return result + "</svg>\n"
  }
}

package struct Bar: Hashable, Sendable {
  package var label: String
  /// The length in units of the chart's values; can be negative.
  package var length: Double
  package var text: String

  package init(label: String, length: Double, text: String) {
    (self.label, self.length, self.text) = (label, length, text)
  }

  package init(label: String, count: Int) {
    self.init(label: label, length: Double(count), text: String(count))
  }
}
