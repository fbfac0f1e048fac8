package import Records

package struct Chart: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  package struct Axis: Hashable, Sendable {
    package var name: String
    package var least: String
    package var greatest: String
    package var bounds: ClosedRange<Double>

    /// The relative position within the bounds, from 0 to 1; 0.5 if the bounds are equal.
    package func part(_ position: Double) -> Double {
      // Half of the range, because the whole range can overflow.
      let span = bounds.upperBound / 2 - bounds.lowerBound / 2
      return span > 0 ? (position / 2 - bounds.lowerBound / 2) / span : 0.5
    }
  }

  /// From left to right.
  package var points: [Point]
  package var x: Axis
  package var y: Axis
}

extension Chart {
  package init?(_ values: [(x: Value, y: Value)], _ x: Property, _ y: Property) {
    // Another program can store infinity.
    let values = values.filter { pair in
      [pair.x, pair.y].allSatisfy { $0.position.map(\.isFinite) ?? false }
    }
    points = values.map { Point(x: $0.x.position ?? 0, y: $0.y.position ?? 0) }
    guard let across = Axis(values.map(\.x), x), let down = Axis(values.map(\.y), y) else {
      return nil
    }
    (self.x, self.y) = (across, down)
  }
}

extension Chart.Axis {
  fileprivate init?(_ values: [Value], _ property: Property) {
    func position(_ value: Value) -> Double { value.position ?? 0 }
    guard let first = values.min(by: { position($0) < position($1) }),
      let last = values.max(by: { position($0) < position($1) })
    else { return nil }
    name = property.name
    least = Datum(first, of: property).plainText
    greatest = Datum(last, of: property).plainText
    bounds = position(first)...position(last)
  }
}

extension Chart {
  /// An SVG image; texts and axes have the text color of the surrounding page.
  package var svg: String {
    let (width, height) = (720.0, 360.0)
    let (left, right, top, bottom) = (90.0, 20.0, 40.0, 40.0)
    func across(_ x: Double) -> String {
      Self.coordinate(left + self.x.part(x) * (width - left - right))
    }
    func down(_ y: Double) -> String {
      Self.coordinate(height - bottom - self.y.part(y) * (height - top - bottom))
    }
    let line = points.map { "\(across($0.x)),\(down($0.y))" }.joined(separator: " ")
    let base = Self.coordinate(height - bottom)
    let title = "\(y.name) by \(x.name)"
    var result = Self.opening(title, width, height)
    result += """
        <path d="M\(Self.coordinate(left)) \(Self.coordinate(top))V\(base)\
      H\(Self.coordinate(width - right))" fill="none" stroke="currentColor"/>
        <polyline points="\(line)" fill="none" stroke="#3465a4" stroke-width="1.5"/>

      """
    if points.count == 1 {
      result +=
        "  <circle cx=\"\(across(points[0].x))\" cy=\"\(down(points[0].y))\" r=\"3\" fill=\"#3465a4\"/>\n"
    }
    result += Self.text(title, width / 2, top / 2, "middle")
    result += Self.text(y.greatest, left - 8, top + 4, "end")
    result += Self.text(y.least, left - 8, height - bottom, "end")
    result += Self.text(x.least, left, height - bottom / 2, "start")
    result += Self.text(x.greatest, width - right, height - bottom / 2, "end")
    return result + "</svg>\n"
  }

  static func opening(_ title: String, _ width: Double, _ height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" class="workbench-plot" \
    viewBox="0 0 \(Int(width)) \(Int(height))" \
    font-family="sans-serif" font-size="12" fill="currentColor">
      <title>\(escaped(title))</title>

    """
  }

  static func text(_ content: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
    "  <text x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" text-anchor=\"\(anchor)\">"
      + "\(escaped(content))</text>\n"
  }

  static func coordinate(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(Double(tenths) / 10)"
  }

  /// Control characters, and other characters that XML does not allow, become spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
