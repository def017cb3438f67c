"""The shape of what people send. What is allowed is the services' business."""
